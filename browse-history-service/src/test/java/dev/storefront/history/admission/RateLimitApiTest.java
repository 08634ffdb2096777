package dev.storefront.history.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Operator;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@HistoryTest
class RateLimitApiTest {

  private static final String LIST = "/api/v1/history";
  private static final String COUNT = "/api/v1/history/count";
  private static final String SETTINGS = "/api/v1/history/settings";

  @Autowired Storefront storefront;
  @Autowired Operator operator;
  @LocalServerPort int port;

  @Test
  void a_user_who_calls_too_often_is_told_so_and_nobody_else_is() throws Exception {
    Shopper alice = storefront.newShopper();
    List<HttpResponse<String>> refused = new ArrayList<>();
    operator.sets(
        "rate-limit-user",
        1,
        () ->
            await()
                .atMost(Duration.ofMinutes(1))
                .until(
                    () -> {
                      HttpResponse<String> reply = alice.get(COUNT);
                      return reply.statusCode() == 200 ? refused.size() > 5 : !refused.add(reply);
                    }));
    assertThat(refused)
        .isNotEmpty()
        .allSatisfy(
            reply -> {
              assertThat(reply.statusCode()).isEqualTo(429);
              assertThat(reply.headers().firstValue("Retry-After")).contains("1");
              assertThat(reply.body())
                  .contains("\"code\":\"rate-limited\"", "\"dimension\":\"user\"");
            });
    assertThat(storefront.newShopper().get(COUNT).statusCode()).isEqualTo(200);
  }

  @Test
  void an_operator_changes_a_limit_at_run_time() throws Exception {
    Shopper alice = storefront.newShopper();
    operator.sets("rate-limit-user", 1, () -> awaitRefused("user", i -> alice.get(LIST)));
    awaitAllowed(i -> alice.get(LIST));
  }

  @Test
  void the_limit_of_a_method_holds_for_all_who_call_it_and_for_no_other_method() throws Exception {
    operator.sets(
        "rate-limit-method",
        1,
        () -> {
          awaitRefused("method", i -> storefront.newShopper().get(LIST));
          assertThat(storefront.newShopper().get(SETTINGS).statusCode()).isEqualTo(200);
        });
    awaitAllowed(i -> storefront.newShopper().get(LIST));
  }

  @Test
  void the_limit_of_an_application_holds_for_all_its_calls_and_for_no_other_application()
      throws Exception {
    operator.sets(
        "rate-limit-caller",
        1,
        () -> {
          awaitRefused("caller", i -> storefront.newShopper().get(i % 2 == 0 ? LIST : SETTINGS));
          String user = "shopper-" + UUID.randomUUID();
          String elsewhere = TestTokens.token(user, "other-app", "user", Duration.ofHours(1));
          assertThat(new HttpCalls(port).get(SETTINGS, elsewhere).statusCode()).isEqualTo(200);
        });
    awaitAllowed(i -> storefront.newShopper().get(i % 2 == 0 ? LIST : SETTINGS));
  }

  /** Until some of five calls at a time are refused: on a slow machine they take seconds. */
  private static void awaitRefused(String dimension, Function<Integer, HttpResponse<String>> call) {
    await()
        .untilAsserted(
            () ->
                assertThat(fiveOf(call).stream().filter(reply -> reply.statusCode() == 429))
                    .isNotEmpty()
                    .allSatisfy(
                        reply ->
                            assertThat(reply.body())
                                .contains("\"dimension\":\"%s\"".formatted(dimension))));
  }

  /** Within a second or so: the last call under the old limit may have borrowed that much. */
  private static void awaitAllowed(Function<Integer, HttpResponse<String>> call) {
    await()
        .untilAsserted(
            () ->
                assertThat(fiveOf(call))
                    .allSatisfy(reply -> assertThat(reply.statusCode()).isEqualTo(200)));
  }

  private static List<HttpResponse<String>> fiveOf(Function<Integer, HttpResponse<String>> call) {
    return IntStream.range(0, 5).boxed().parallel().map(call).toList();
  }
}
