package dev.storefront.flashsale.sweep;

import java.time.Duration;

/**
 * When a sweeper has to look at everything: at first, once it has the lease again, and now and
 * then. In between it looks at what was touched. Of one thread.
 */
public final class FullRounds {

  private final long everyNanos;
  private boolean done;
  private long doneAt;

  public FullRounds(Duration every) {
    everyNanos = every.toNanos();
  }

  /** True if the next round has to be one. */
  public boolean isDue() {
    return !done || System.nanoTime() - doneAt >= everyNanos;
  }

  /** One has been completed. */
  public void done() {
    done = true;
    doneAt = System.nanoTime();
  }

  /** Another instance sweeps. */
  public void stop() {
    done = false;
  }
}
