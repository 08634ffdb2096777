package dev.storefront.localstack.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.suite.Identity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommandTextTest {

  @Test
  void status_shows_a_line_for_each_process_and_the_sum_of_their_memory() {
    String table =
        StatusRow.table(
            List.of(
                new StatusRow("kafka", 19092, 4711, "up", 300, "heap 256 MiB"),
                new StatusRow("fitment-service", 8081, 4712, "away: db", 250, "heap 224 MiB"),
                StatusRow.down("hbase", 12181, "died")));

    assertThat(table.lines()).hasSize(5);
    assertThat(table.lines().toList().get(1)).contains("kafka", "19092", "4711", "300 MiB", "up");
    assertThat(table.lines().toList().get(2)).endsWith("away: db");
    assertThat(table.lines().toList().get(3)).matches("hbase +12181 +- +- +- +died");
    assertThat(table.lines().toList().get(4)).matches("all +550 MiB +of 4096 MiB");
  }

  @Test
  void the_address_table_has_every_service_with_its_port() {
    PortAssignment ports =
        PortAssignment.of(new Home(Path.of("none")), Map.of("SHORTLINK_PORT", "9084"));

    assertThat(AddressTable.of(ports, false)).doesNotContain("flink");
    assertThat(AddressTable.of(ports, true))
        .contains("http://127.0.0.1:8080\n", "http://127.0.0.1:9084/swagger-ui.html")
        .contains("127.0.0.1:17001, 17002, 17003", "http://127.0.0.1:18081");
  }

  @Test
  void token_is_for_a_user_a_guest_an_operator_or_a_service() {
    assertThat(TokenCommand.identity(List.of("--user", "alice"))).isEqualTo(Identity.user("alice"));
    assertThat(TokenCommand.identity(List.of("--guest", "7f3"))).isEqualTo(Identity.guest("7f3"));
    assertThat(Identity.guest("7f3").pin()).isEqualTo("guest:7f3");
    assertThat(TokenCommand.identity(List.of("--operator"))).isEqualTo(Identity.operator());
    assertThat(TokenCommand.identity(List.of("--service", "order-app")))
        .isEqualTo(Identity.service("order-app"));
  }

  @Test
  void token_refuses_anything_else_and_says_how_it_is_used() {
    Stream.of(
            List.<String>of(),
            List.of("--user"),
            List.of("--user", " "),
            List.of("--operator", "x"),
            List.of("--admin", "x"))
        .forEach(
            options ->
                assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(() -> TokenCommand.identity(options))
                    .withMessageStartingWith("usage: ./storefront token"));
  }

  @Test
  void token_refuses_a_name_of_which_letters_were_lost_on_the_way() {
    for (String kind : List.of("--user", "--guest", "--service")) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> TokenCommand.identity(List.of(kind, "Zo\uFFFD\uFFFD")))
          .withMessageContaining("LC_ALL");
    }
    assertThat(TokenCommand.identity(List.of("--user", "Zo\u00eb")))
        .isEqualTo(Identity.user("Zo\u00eb"));
  }

  @Test
  void a_topics_last_records_are_ten_or_as_many_as_one_says() {
    assertThat(TopicCommand.count(List.of("page-views"))).isEqualTo(10);
    assertThat(TopicCommand.count(List.of("page-views", "-n", "1000"))).isEqualTo(1_000);
    Stream.of(
            List.<String>of(),
            List.of("page-views", "-n"),
            List.of("page-views", "-n", "0"),
            List.of("page-views", "-n", "1001"),
            List.of("page-views", "-x", "1"))
        .forEach(
            options ->
                assertThatExceptionOfType(UsageException.class)
                    .isThrownBy(() -> TopicCommand.count(options))
                    .withMessageStartingWith("usage: ./storefront topic"));
  }

  @Test
  void a_failure_is_told_with_its_causes_and_without_a_stack_trace() {
    RuntimeException failure =
        new IllegalStateException("cannot start kafka", new java.io.IOException("disk full"));
    failure.addSuppressed(new IllegalStateException("hbase as well"));

    assertThat(Failures.describe(failure))
        .isEqualTo("cannot start kafka: disk full\nhbase as well");
  }
}
