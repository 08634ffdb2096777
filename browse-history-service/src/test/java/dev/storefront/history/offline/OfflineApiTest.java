package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.HistoryTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What is answered where there is no Flink cluster. */
@HistoryTest
class OfflineApiTest {

  @LocalServerPort private int port;

  @Test
  void without_a_cluster_a_run_fails_and_says_what_it_lacks() throws Exception {
    String date = LocalDate.now(ZoneId.of("Asia/Shanghai")).minusDays(2).toString();
    HttpResponse<String> reply = post("{\"date\": \"%s\", \"step\": \"ALL\"}".formatted(date));

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
    String run = reply.headers().firstValue("Location").orElseThrow();
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> assertThat(get(run).body()).contains("\"state\":\"FAILED\"", "Flink cluster"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"date\": \"2026-01-01\", \"step\": \"SOME\"}",
        "{\"date\": \"2026-13-01\", \"step\": \"ALL\"}",
        "{\"date\": \"2020-01-01\", \"step\": \"ALL\"}",
        "{\"date\": \"2999-01-01\", \"step\": \"ALL\"}"
      })
  void what_is_no_step_of_a_day_that_is_over_is_refused(String body) throws Exception {
    HttpResponse<String> reply = post(body);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains("\"code\":\"invalid-request\"");
  }

  @Test
  void the_present_day_is_refused_by_name() throws Exception {
    ZoneId zone = ZoneId.of("Asia/Shanghai");
    LocalDate today;
    HttpResponse<String> reply;
    do {
      today = LocalDate.now(zone);
      reply = post("{\"date\": \"%s\"}".formatted(today));
      // Or it may have been over by then.
    } while (!today.equals(LocalDate.now(zone)));

    assertThat(reply.body()).contains("\"field\":\"date\"", "\"field\":\"step\"");
  }

  @Test
  void nobody_knows_a_run_that_never_was() throws Exception {
    assertThat(get("/api/v1/offline-runs/999999").statusCode()).isEqualTo(404);
    assertThat(get("/api/v1/offline-runs/seven").statusCode()).isEqualTo(400);
  }

  @Test
  void only_operators_may() throws Exception {
    HttpCalls http = new HttpCalls(port);
    assertThat(http.get("/api/v1/offline-runs", TestTokens.user("alice")).statusCode())
        .isEqualTo(403);
  }

  private HttpResponse<String> post(String body) throws Exception {
    return new HttpCalls(port)
        .post("/api/v1/offline-runs", TestTokens.operator(), "application/json", body);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return new HttpCalls(port).get(path, TestTokens.operator());
  }
}
