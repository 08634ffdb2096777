package dev.storefront.localstack.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Waits for programs that run once. */
public final class Finished {

  private Finished() {}

  /**
   * Returns when the program has ended with 0.
   *
   * @throws IOException when it ends otherwise, or not within the bound, after which it is killed
   */
  public static void successfully(Process process, String purpose, int boundSeconds, Path log)
      throws IOException {
    try {
      if (!process.waitFor(boundSeconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "%s took more than %d s, see %s".formatted(purpose, boundSeconds, log));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + purpose, e);
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "%s failed with exit code %d, see %s".formatted(purpose, process.exitValue(), log));
    }
  }
}
