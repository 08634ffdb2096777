package dev.storefront.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SupervisorTest {

  @TempDir Path folder;

  private Home home;
  private Supervisor supervisor;

  @BeforeEach
  void setUp() {
    home = new Home(folder);
    supervisor = aSupervisor();
  }

  @AfterEach
  void endAll() {
    supervisor.running().forEach(process -> supervisor.kill(process.name()));
  }

  @Test
  void a_started_process_is_known_to_the_next_command() {
    supervisor.ensureReady(shell("sleeper", "echo up; sleep 100"));

    ProcessRecord record = aSupervisor().running("sleeper").orElseThrow();
    assertThat(ProcessHandle.of(record.pid())).get().matches(ProcessHandle::isAlive);
  }

  @Test
  void a_process_that_runs_is_not_started_again() {
    supervisor.ensureReady(shell("sleeper", "echo up; sleep 100"));
    long first = supervisor.running("sleeper").orElseThrow().pid();

    supervisor.ensureReady(shell("sleeper", "echo up; sleep 100"));

    assertThat(supervisor.running("sleeper").orElseThrow().pid()).isEqualTo(first);
  }

  @Test
  void a_process_that_ends_while_it_starts_shows_its_last_log_lines() {
    assertThatExceptionOfType(ServerFailedException.class)
        .isThrownBy(() -> supervisor.ensureReady(shell("broken", "echo no room; exit 3")))
        .withMessageContaining("broken ended with exit code 3")
        .withMessageContaining("no room")
        .withMessageContaining(home.log("broken").toString());
    assertThat(supervisor.running("broken")).isEmpty();
  }

  @Test
  void of_a_stack_trace_only_the_exceptions_are_shown() {
    String trace =
        "printf 'java.io.IOException: no room\\n\\tat Disk.write(Disk.java:1)\\n\\t... 9 more\\n'";

    assertThatExceptionOfType(ServerFailedException.class)
        .isThrownBy(() -> supervisor.ensureReady(shell("broken", trace + "; exit 1")))
        .withMessageContaining("java.io.IOException: no room")
        .withMessageNotContainingAny("Disk.java", "more");
  }

  @Test
  void a_process_that_is_never_ready_fails_after_its_bound() {
    ManagedServer slow =
        new SilentServer(
            new ShellServer(home, "silent", "echo thinking; sleep 100", Duration.ofSeconds(1)));

    assertThatExceptionOfType(ServerFailedException.class)
        .isThrownBy(() -> supervisor.ensureReady(slow))
        .withMessageContaining("was not ready after 1 s")
        .withMessageContaining("thinking");
  }

  @Test
  void stop_ends_a_process_that_ignores_sigterm() {
    supervisor.ensureReady(shell("stubborn", "trap '' TERM; echo up; while :; do sleep 1; done"));
    ProcessRecord record = supervisor.running("stubborn").orElseThrow();

    supervisor.stop(shell("stubborn", ""));

    assertThat(record.alive()).isFalse();
    assertThat(supervisor.died("stubborn")).isFalse();
  }

  @Test
  void a_paused_process_can_be_stopped() {
    supervisor.ensureReady(shell("sleeper", "echo up; sleep 100"));
    ProcessRecord record = supervisor.running("sleeper").orElseThrow();
    supervisor.pause("sleeper");

    supervisor.stop(shell("sleeper", ""));

    assertThat(record.alive()).isFalse();
  }

  @Test
  void another_process_with_the_recorded_number_is_not_ours() throws IOException {
    ProcessRecords records = new ProcessRecords(home);
    long own = ProcessHandle.current().pid();
    records.write(new ProcessRecord("reused", own, "1", "2026-01-01T00:00:00Z", 1, List.of()));

    assertThat(supervisor.running("reused")).isEmpty();
    assertThat(supervisor.died("reused")).isTrue();
    supervisor.kill("reused");
    assertThat(supervisor.died("reused")).isFalse();
  }

  @Test
  void a_record_cut_short_counts_as_none() throws IOException {
    Files.createDirectories(home.runs());
    Files.writeString(home.run("cut"), "{\"name\":\"cut\",\"pi");

    assertThat(supervisor.running("cut")).isEmpty();
    assertThat(supervisor.running()).isEmpty();
  }

  @Test
  void a_server_is_started_once_its_port_is_free() throws IOException {
    AtomicInteger looks = new AtomicInteger();
    String unlessOccupied = "[ -e ../../occupied ] && exit 3; echo up; sleep 100";
    Path occupied = Files.createFile(folder.resolve("occupied"));
    CompletableFuture<Void> start;
    try (ServerSocket occupant = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ManagedServer server =
          new ListeningServer(shell("late", unlessOccupied), occupant.getLocalPort(), looks);
      start = CompletableFuture.runAsync(() -> supervisor.ensureReady(server));
      await().atMost(Duration.ofMinutes(1)).until(() -> looks.get() > 1 || start.isDone());
      Files.delete(occupied);
    }

    start.join();
    assertThat(supervisor.running("late")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Address already in use", "bind: Address in use"})
  void a_server_whose_port_was_taken_meanwhile_is_started_again(String words) {
    String secondTime = "[ -e tried ] || { touch tried; echo " + words + "; exit 1; }";

    supervisor.ensureReady(shell("unlucky", secondTime + "; echo up; sleep 100"));

    assertThat(supervisor.running("unlucky")).isPresent();
  }

  @Test
  void a_server_whose_port_stays_taken_fails() {
    String never = "echo >> tries; echo Port 1 was already in use.; exit 1";

    assertThatExceptionOfType(ServerFailedException.class)
        .isThrownBy(() -> supervisor.ensureReady(shell("hopeless", never)))
        .withMessageContaining("Port 1 was already in use.");
    assertThat(home.data("hopeless").resolve("tries")).hasContent("\n\n\n");
  }

  private Supervisor aSupervisor() {
    return new Supervisor(home, PortAssignment.of(home, Map.of()), Clock.systemUTC());
  }

  private ManagedServer shell(String name, String script) {
    return new ShellServer(home, name, script, Duration.ofSeconds(30));
  }

  /** Is up once its log says so. */
  private record ShellServer(Home home, String name, String script, Duration startBound)
      implements ManagedServer {

    @Override
    public List<Port> ports() {
      return List.of();
    }

    @Override
    public List<String> command() {
      return List.of("/bin/sh", "-c", script);
    }

    @Override
    public boolean healthy() {
      return ServerLog.of(home.log(name)).lastLines(5).contains("up");
    }

    @Override
    public Duration stopBound() {
      return Duration.ofMillis(300);
    }
  }

  /** Is never up. Who asks hears so once its log has something, however late the shell begins. */
  private record SilentServer(ShellServer server) implements ManagedServer {

    @Override
    public String name() {
      return server.name();
    }

    @Override
    public List<Port> ports() {
      return server.ports();
    }

    @Override
    public List<String> command() {
      return server.command();
    }

    @Override
    public Duration startBound() {
      return server.startBound();
    }

    @Override
    public boolean healthy() {
      ServerLog log = ServerLog.of(server.home().log(name()));
      await().atMost(Duration.ofMinutes(1)).until(() -> !log.lastLines(1).isEmpty());
      return false;
    }
  }

  /** Another one that needs a port. */
  private record ListeningServer(ManagedServer server, int port, AtomicInteger looks)
      implements ManagedServer {

    @Override
    public String name() {
      return server.name();
    }

    @Override
    public List<Port> ports() {
      return List.of();
    }

    @Override
    public List<Integer> listensOn(PortAssignment assignment) {
      looks.incrementAndGet();
      return List.of(port);
    }

    @Override
    public List<String> command() throws IOException {
      return server.command();
    }

    @Override
    public boolean healthy() {
      return server.healthy();
    }
  }
}
