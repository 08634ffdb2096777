package dev.storefront.localstack.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortAssignmentTest {

  @TempDir Path folder;

  @Test
  void without_settings_the_ports_are_the_contracts() {
    PortAssignment ports = PortAssignment.of(home(), Map.of());

    assertThat(ports.get(Port.STOREFRONT)).isEqualTo(8080);
    assertThat(ports.get(Port.REDIS_3)).isEqualTo(17003);
    assertThat(ports.address(Port.KAFKA)).isEqualTo("127.0.0.1:19092");
  }

  @Test
  void a_setting_moves_one_port_and_an_empty_one_none() {
    PortAssignment ports =
        PortAssignment.of(home(), Map.of("FITMENT_PORT", " 9081 ", "KAFKA_PORT", ""));

    assertThat(ports.get(Port.FITMENT)).isEqualTo(9081);
    assertThat(ports.get(Port.KAFKA)).isEqualTo(19092);
  }

  @Test
  void a_home_keeps_its_ports_until_a_setting_moves_them() throws IOException {
    PortAssignment.of(home(), Map.of("FITMENT_PORT", "9081")).store(home());

    assertThat(PortAssignment.of(home(), Map.of()).get(Port.FITMENT)).isEqualTo(9081);
    assertThat(PortAssignment.of(home(), Map.of("FITMENT_PORT", "9099")).get(Port.FITMENT))
        .isEqualTo(9099);
  }

  @Test
  void a_file_that_was_cut_short_keeps_nobody_from_ending_what_runs() throws IOException {
    PortAssignment.of(home(), Map.of("FITMENT_PORT", "9081")).store(home());
    Files.writeString(home().root().resolve("ports.json"), "");

    PortAssignment standard = PortAssignment.of(home(), Map.of());
    assertThat(standard.get(Port.FITMENT)).isEqualTo(8081);
    standard.store(home());
    assertThat(PortAssignment.of(home(), Map.of()).get(Port.FITMENT)).isEqualTo(8081);
  }

  @Test
  void what_is_no_port_is_refused_by_the_name_of_its_setting() {
    Stream.of("80", "65536", "-1", "x", "9081.0")
        .forEach(
            value ->
                assertThatIllegalArgumentException()
                    .isThrownBy(() -> PortAssignment.of(home(), Map.of("FITMENT_PORT", value)))
                    .withMessageContaining("FITMENT_PORT is '" + value + "'"));
  }

  @Test
  void a_redis_port_must_leave_room_for_its_bus() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PortAssignment.of(home(), Map.of("REDIS_1_PORT", "55536")))
        .withMessageContaining("between 1024 and 55535");
  }

  @Test
  void two_processes_cannot_share_a_port() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PortAssignment.of(home(), Map.of("FITMENT_PORT", "8080")))
        .withMessage("port 8080 is set twice, by STOREFRONT_PORT and by FITMENT_PORT");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PortAssignment.of(home(), Map.of("FITMENT_PORT", "27001")))
        .withMessageContaining("REDIS_1_PORT (bus)");
  }

  @Test
  void a_port_that_somebody_took_gives_way_to_a_free_one_and_the_others_stay() throws IOException {
    PortAssignment ports = PortAssignment.random(new Random(3));
    int lost = ports.get(Port.FITMENT);
    try (ServerSocket taken = new ServerSocket(lost, 1, InetAddress.getLoopbackAddress())) {
      PortAssignment free = ports.withFree(Set.of(Port.FITMENT, Port.STOREFRONT), new Random(4));

      assertThat(free.get(Port.FITMENT)).isNotEqualTo(taken.getLocalPort());
      assertThat(PortAssignment.free(free.get(Port.FITMENT))).isTrue();
      assertThat(free.get(Port.STOREFRONT)).isEqualTo(ports.get(Port.STOREFRONT));
      assertThat(free.withFree(Set.of(Port.FITMENT), new Random(4))).isSameAs(free);
    }
    int bus = ports.get(Port.REDIS_1) + Port.REDIS_BUS_OFFSET;
    try (ServerSocket taken = new ServerSocket(bus, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ports.withFree(Set.of(Port.REDIS_1), new Random(4)).get(Port.REDIS_1))
          .isNotEqualTo(taken.getLocalPort() - Port.REDIS_BUS_OFFSET);
    }
  }

  @Test
  void random_ports_are_distinct_and_stay_once_stored() throws IOException {
    PortAssignment ports = PortAssignment.storedOrRandom(home(), new Random(1));
    ports.store(home());

    assertThat(Arrays.stream(Port.values()).map(ports::get)).doesNotHaveDuplicates();
    PortAssignment again = PortAssignment.storedOrRandom(home(), new Random(2));
    assertThat(Arrays.stream(Port.values()).map(again::get))
        .containsExactlyElementsOf(Arrays.stream(Port.values()).map(ports::get).toList());
  }

  @Test
  void random_ports_are_none_of_another_home_whose_servers_do_not_run_yet() throws IOException {
    Home other = new Home(folder.resolve("other"));
    PortAssignment theirs = PortAssignment.randomBeside(List.of(), new Random(5));
    theirs.store(other);

    PortAssignment ours = PortAssignment.randomBeside(List.of(other), new Random(5));

    assertThat(Arrays.stream(Port.values()).map(ours::get))
        .doesNotContainAnyElementsOf(Arrays.stream(Port.values()).map(theirs::get).toList());
  }

  @Test
  void who_takes_any_free_port_takes_none_that_is_kept_for_servers_to_start() {
    for (int seed = 0; seed < 20; seed++) {
      PortAssignment any = PortAssignment.random(new Random(seed));
      PortAssignment kept = PortAssignment.randomBeside(List.of(), new Random(seed));
      int lowestKept = Arrays.stream(Port.values()).mapToInt(kept::get).min().orElseThrow();

      assertThat(Arrays.stream(Port.values()).map(any::get))
          .allMatch(number -> number < lowestKept);
      assertThat(any.spareForRedis(new Random(seed))).isLessThan(lowestKept);
    }
  }

  /** A child has the sockets of this JVM until it closes them. */
  @Test
  void a_port_can_be_taken_after_a_look_while_processes_start() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> starts =
        CompletableFuture.runAsync(
            () -> {
              while (!isOver.get()) {
                start("true");
              }
            });
    try {
      for (int port = 24_000; port < 27_000; port++) { // servers of tests have none of these
        if (PortAssignment.free(port)) {
          new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        }
      }
    } finally {
      isOver.set(true);
      starts.join();
    }
  }

  private static void start(String command) {
    try {
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_port_is_busy_while_somebody_listens() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(PortAssignment.free(socket.getLocalPort())).isFalse();
    }
  }

  private Home home() {
    return new Home(folder);
  }
}
