package dev.storefront.benchmarks.load;

import java.time.Duration;

/** How long a step of a measurement takes: as long as it should, or as {@link #limit} says. */
public final class Span {

  private static volatile int most = Integer.MAX_VALUE;

  private Span() {}

  /**
   * Lets no step take longer, for a try that shows whether a measurement works, and measures
   * nothing.
   *
   * @param seconds 1 or more
   */
  public static void limit(int seconds) {
    most = seconds;
  }

  /** So many seconds, if nothing limits them. */
  public static Duration seconds(int usual) {
    return Duration.ofSeconds(Math.min(usual, most));
  }
}
