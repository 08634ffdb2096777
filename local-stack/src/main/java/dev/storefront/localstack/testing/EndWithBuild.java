package dev.storefront.localstack.testing;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * For tests with servers of their own: whatever runs in a home ends with the build that this JVM
 * belongs to, or with the JVM where no build started it, however it ends.
 */
public final class EndWithBuild {

  private EndWithBuild() {}

  /** Starts a watchdog for the home, unless it has one. */
  public static void watch(Home home, Supervisor supervisor) {
    try {
      new Builds(home).join();
      supervisor.ensureReady(new WatchdogProcess(home));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
