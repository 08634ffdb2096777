package dev.storefront.localstack.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadinessTest {

  @Test
  void a_service_without_some_of_its_servers_names_them() {
    Readiness readiness =
        Readiness.of(
            503,
            """
            {"status":"DOWN","components":{"kafka":{"status":"DOWN"},
             "db":{"status":"UP"},"redis":{"status":"OUT_OF_SERVICE"}}}""");

    assertThat(readiness.answered()).isTrue();
    assertThat(readiness.ready()).isFalse();
    assertThat(readiness.away()).containsExactlyInAnyOrder("kafka", "redis");
  }

  @Test
  void a_service_with_all_of_them_is_ready() {
    assertThat(Readiness.of(200, "{\"status\":\"UP\"}"))
        .isEqualTo(new Readiness(true, true, java.util.List.of()));
  }

  @Test
  void what_is_no_health_reply_comes_from_somebody_else() {
    assertThat(Readiness.of(200, "<html>").answered()).isFalse();
  }
}
