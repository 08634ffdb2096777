package dev.storefront.acceptance.flashsale.faults;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The one clock of a round: it starts at the machine's time and never jumps. */
final class Time {

  private final Instant start = Instant.now();
  private final long startNanos = System.nanoTime();

  Instant start() {
    return start;
  }

  /** Epoch microseconds. */
  long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, start) + elapsedMicros();
  }

  /** Milliseconds since the start. */
  long elapsed() {
    return elapsedMicros() / 1_000;
  }

  private long elapsedMicros() {
    return (System.nanoTime() - startNanos) / 1_000;
  }
}
