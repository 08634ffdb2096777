package dev.storefront.history.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@HistoryTest
class PageViewApiTest {

  @Autowired Storefront storefront;
  @LocalServerPort int port;

  @Test
  void a_reported_view_shows_at_once() {
    Shopper alice = storefront.newShopper();
    alice.look(storefront.newSkus(1)); // the way is warm
    // On a busy machine not each time.
    await().ignoreException(ConditionTimeoutException.class).until(() -> showsAtOnce(alice));
  }

  private boolean showsAtOnce(Shopper shopper) {
    long sku = storefront.newSkus(1);
    assertThat(shopper.view("{\"skuId\":%d}".formatted(sku)).statusCode()).isEqualTo(202);
    await()
        .pollInterval(Duration.ofMillis(20))
        .atMost(Duration.ofSeconds(2))
        .until(() -> shopper.skus().get(0) == sku);
    return true;
  }

  @Test
  void a_view_may_say_when_it_was() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(1);
    Instant yesterday = Instant.now().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
    String body = "{\"skuId\":%d,\"viewedAt\":\"%s\"}".formatted(sku, yesterday);
    assertThat(alice.view(body).statusCode()).isEqualTo(202);
    await()
        .untilAsserted(
            () ->
                assertThat(alice.list(20))
                    .extracting(Shopper::viewedAt)
                    .containsExactly(yesterday));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"skuId\":1,\"viewedAt\":\"2999-01-01T00:00:00Z\"}",
        "{\"skuId\":1,\"viewedAt\":\"+1000000000-12-31T23:59:59Z\"}",
        "{\"skuId\":1,\"viewedAt\":\"2001-01-01T00:00:00Z\"}",
        "{\"skuId\":1,\"viewedAt\":\"yesterday\"}",
        "{\"skuId\":1,\"viewedAt\":1700000000000}",
      })
  void a_view_of_no_sensible_time_is_refused(String body) {
    HttpResponse<String> reply = storefront.newShopper().view(body);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("\"invalid-request\"", "\"viewedAt\"");
  }

  @Test
  void everything_that_is_wrong_is_named() {
    HttpResponse<String> reply =
        storefront.newShopper().view("{\"skuId\":0,\"viewedAt\":\"yesterday\"}");
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("\"skuId\"", "\"viewedAt\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"skuId\":null}", "{\"skuId\":\"7\"}", "{\"skuId\":1.5}", "[", ""})
  void a_view_of_no_sku_is_refused(String body) {
    HttpResponse<String> reply = storefront.newShopper().view(body);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("\"invalid-request\"");
  }

  @Test
  void only_users_have_a_history() throws Exception {
    HttpCalls http = new HttpCalls(port);
    String body = "{\"skuId\":7}";
    assertThat(post(http, null, body).statusCode()).isEqualTo(401);
    assertThat(post(http, TestTokens.operator(), body).statusCode()).isEqualTo(403);
    assertThat(http.get("/api/v1/history", null).statusCode()).isEqualTo(401);
    assertThat(http.get("/api/v1/history", TestTokens.service("x")).statusCode()).isEqualTo(403);
  }

  @Test
  void a_user_id_that_is_too_long_is_refused() throws Exception {
    HttpResponse<String> reply =
        post(new HttpCalls(port), TestTokens.user("x".repeat(129)), "{\"skuId\":7}");
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("\"invalid-request\"", "\"sub\"");
  }

  private static HttpResponse<String> post(HttpCalls http, String token, String body)
      throws Exception {
    return http.post("/api/v1/page-views", token, "application/json", body);
  }
}
