package dev.storefront.localstack.testing;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/**
 * Ends the test servers and deletes their data once every build that uses them has ended, however
 * it ended. A small JVM of its own.
 */
final class Watchdog {

  private static final long POLL_MILLIS = 500;

  private Watchdog() {}

  /** Follows the builds of a home; its one argument. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Home home = new Home(Path.of(arguments[0]));
    Builds builds = new Builds(home);
    while (!ended(home, builds)) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean ended(Home home, Builds builds) throws IOException {
    if (builds.anyRuns()) {
      return false;
    }
    try (HomeLock lock = HomeLock.acquire(home)) {
      // Another build may have come while this one waited for the lock.
      if (builds.anyRuns()) {
        return false;
      }
      killAll(home);
      Home.deleteTree(home.data());
      Home.deleteTree(home.bin());
      return true;
    }
  }

  private static void killAll(Home home) throws IOException {
    Supervisor supervisor =
        new Supervisor(home, PortAssignment.of(home, Map.of()), Clock.systemUTC());
    for (ProcessRecord process : supervisor.running()) {
      if (process.pid() != ProcessHandle.current().pid()) {
        supervisor.kill(process.name());
      }
    }
  }
}
