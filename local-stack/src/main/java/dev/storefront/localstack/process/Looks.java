package dev.storefront.localstack.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what comes without being told, by looking at it now and then. */
final class Looks {

  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(300);
  private static final int LOOKS = 20;

  private Looks() {}

  /** True once the condition holds, false if it does not within the bound. */
  static boolean await(BooleanSupplier condition, Duration bound) {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      pause();
    }
    return true;
  }

  static void pause() {
    pause(PAUSE);
  }

  /**
   * Longer in a start that takes long: each look costs the processors that it waits for.
   *
   * @param began by {@link System#nanoTime}
   */
  static void pauseIn(long began) {
    Duration share = Duration.ofNanos(System.nanoTime() - began).dividedBy(LOOKS);
    Duration atMost = share.compareTo(LONGEST_PAUSE) < 0 ? share : LONGEST_PAUSE;
    pause(atMost.compareTo(PAUSE) < 0 ? PAUSE : atMost);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedStartException(e);
    }
  }
}
