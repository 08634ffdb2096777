package dev.storefront.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetTest {

  @TempDir Path folder;

  private final Queue<String> begun = new ConcurrentLinkedQueue<>();
  private Supervisor supervisor;
  private Fleet fleet;

  @BeforeEach
  void setUp() {
    Home home = new Home(folder);
    supervisor = new Supervisor(home, PortAssignment.of(home, Map.of()), Clock.systemUTC());
    fleet = new Fleet(supervisor, Progress.SILENT);
  }

  @AfterEach
  void endAll() {
    supervisor.running().forEach(process -> supervisor.kill(process.name()));
  }

  @Test
  void a_server_starts_once_those_are_ready_that_it_starts_after_and_waits_for_no_other() {
    Shell needed = new Shell("needed", "echo up; sleep 100", List.of());
    // Gets ready only when the others are.
    Shell slow =
        new Shell("slow", "until [ -e ../needing/begun ]; do sleep 0.1; done; echo up; sleep 100");
    Shell needing =
        new Shell("needing", "touch begun; echo up; sleep 100", List.of("needed", "elsewhere"));

    fleet.start(List.of(needing, slow, needed), 1);

    assertThat(begun).containsSubsequence("needed", "needing");
    assertThat(supervisor.running()).hasSize(3);
  }

  @Test
  void the_next_one_starts_when_one_answers_though_it_is_not_ready() {
    Shell needed = new Shell("needed", "echo up; sleep 100", List.of());
    String eachWaitsForTheOther =
        "touch begun; until [ -e ../%s/begun ]; do sleep 0.1; done; echo up; sleep 100";
    Shell one = new Shell("one", eachWaitsForTheOther.formatted("other"), List.of("needed"));
    Shell other = new Shell("other", eachWaitsForTheOther.formatted("one"), List.of("needed"));

    fleet.start(List.of(needed, one, other), 1);

    assertThat(supervisor.running()).hasSize(3);
  }

  @Test
  void what_starts_after_one_that_fails_is_not_started() {
    Shell broken = new Shell("broken", "echo no room; exit 3", List.of());
    Shell needing = new Shell("needing", "echo up; sleep 100", List.of("broken"));

    assertThatExceptionOfType(ServerFailedException.class)
        .isThrownBy(() -> fleet.start(List.of(broken, needing), 1))
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .asString()
                    .contains("needing was not started"));
    assertThat(begun).containsExactly("broken");
  }

  private final class Shell implements ManagedServer {

    private final String name;
    private final String script;
    private final List<String> after;

    Shell(String name, String script) {
      this(name, script, List.of());
    }

    Shell(String name, String script, List<String> after) {
      this.name = name;
      this.script = script;
      this.after = after;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<Port> ports() {
      return List.of();
    }

    @Override
    public List<String> startsAfter() {
      return after;
    }

    @Override
    public void prepare() {
      begun.add(name);
    }

    @Override
    public List<String> command() {
      return List.of("/bin/sh", "-c", script);
    }

    @Override
    public boolean healthy() {
      return supervisor.lastLogLines(name).contains("up");
    }

    @Override
    public boolean healthy(Runnable whenItAnswers) {
      whenItAnswers.run();
      return healthy();
    }
  }
}
