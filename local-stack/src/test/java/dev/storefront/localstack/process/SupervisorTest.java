package dev.storefront.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        new ShellServer(home, "silent", "echo thinking; sleep 100", Duration.ofSeconds(1));

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
}
