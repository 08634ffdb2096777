package dev.storefront.common.ratelimit;

import com.google.common.util.concurrent.RateLimiter;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Guava rate limiter that takes permits back. It starts full: a caller's first page may make a
 * second's worth of calls at once.
 */
final class Limiter {

  private final RateLimiter permits = RateLimiter.create(Double.POSITIVE_INFINITY);
  private final AtomicInteger givenBack = new AtomicInteger();
  private volatile int rate;

  /**
   * Takes a permit if there is one.
   *
   * @param currentRate permits per second, 1 or more; the limiter follows its changes
   */
  boolean tryAcquire(int currentRate) {
    if (currentRate != rate) {
      // Coming from no limit at all, the first rate starts with a second's permits saved up.
      rate = currentRate;
      permits.setRate(currentRate);
    }
    return takeGivenBack() || permits.tryAcquire();
  }

  /** Gives the permit of a call back that was refused elsewhere; the next call takes it. */
  void giveBack() {
    givenBack.incrementAndGet();
  }

  private boolean takeGivenBack() {
    return givenBack.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }
}
