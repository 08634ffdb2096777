package dev.storefront.localstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What a process can be told, whoever started it. */
enum Signal {
  TERM,
  KILL,
  STOP,
  CONT;

  private static final Duration BOUND = Duration.ofSeconds(30);

  /** Sends it; nothing happens when there is no such process. */
  void to(long pid) {
    try {
      Process kill =
          new ProcessBuilder("/bin/sh", "-c", "kill -" + name() + " " + pid)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("kill -%s %d hangs".formatted(name(), pid));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedStartException(e);
    }
  }
}
