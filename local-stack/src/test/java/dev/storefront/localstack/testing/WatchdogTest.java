package dev.storefront.localstack.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.process.ProcessIdentity;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {

  @TempDir Path folder;

  @Test
  void a_build_counts_while_its_process_runs() throws IOException {
    Builds builds = new Builds(new Home(folder));
    assertThat(builds.anyRuns()).isFalse();

    builds.join();
    builds.join();

    assertThat(builds.anyRuns()).isTrue();
  }

  @Test
  void a_build_that_has_ended_is_forgotten() throws IOException {
    Path ended = Files.createDirectories(folder.resolve("builds")).resolve("1-notthatone");
    Files.createFile(ended);

    assertThat(new Builds(new Home(folder)).anyRuns()).isFalse();
    assertThat(ended).doesNotExist();
  }

  @Test
  void servers_and_data_end_with_the_last_build() throws Exception {
    Home home = new Home(folder);
    Supervisor supervisor =
        new Supervisor(home, PortAssignment.of(home, Map.of()), Clock.systemUTC());
    supervisor.ensureReady(new Sleeper());
    Process build = new ProcessBuilder("sleep", "1").start();
    String mark = ProcessIdentity.of(build.pid()).orElseThrow().startMark();
    Files.createDirectories(folder.resolve("builds"));
    Files.createFile(folder.resolve("builds").resolve(build.pid() + "-" + mark));

    Watchdog.main(new String[] {folder.toString()});

    assertThat(build.isAlive()).isFalse();
    assertThat(supervisor.running("sleeper")).isEmpty();
    assertThat(home.data()).doesNotExist();
  }

  private static final class Sleeper implements ManagedServer {

    @Override
    public String name() {
      return "sleeper";
    }

    @Override
    public List<Port> ports() {
      return List.of();
    }

    @Override
    public List<String> command() {
      return List.of("sleep", "100");
    }

    @Override
    public boolean healthy() {
      return true;
    }
  }
}
