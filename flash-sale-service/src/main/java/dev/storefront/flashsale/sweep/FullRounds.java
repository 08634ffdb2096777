package dev.storefront.flashsale.sweep;

import dev.storefront.flashsale.FlashSaleProperties;
import java.time.Duration;

/**
 * When a sweeper has to look at everything: at first, once it has the lease again, and now and
 * then. In between it looks at what was touched. Of one thread.
 *
 * <p>Marks of what was touched may be lost: who had the lease before has them, or a server's answer
 * that told them. What they tell of may be too young to be seen to yet, so that one look is not
 * enough: one that begins later has to be completed.
 */
public final class FullRounds {

  /** How long an instance does not tell again what it touches. */
  private static final Duration UNTOLD = Duration.ofSeconds(5);

  private static final long NONE = -1;

  private final long everyNanos;
  private final long unsureNanos;
  private long losses = NONE;
  private long sureFrom;
  private long begunAt;
  private boolean done;
  private long doneAt;

  private FullRounds(Duration every, Duration unsure) {
    everyNanos = every.toNanos();
    unsureNanos = unsure.toNanos();
  }

  /** For who looks at everything, or at nothing. */
  public FullRounds(Duration every) {
    this(every, Duration.ZERO);
  }

  /** For who looks at what was touched in between. */
  public static FullRounds besidesTouched(FlashSaleProperties properties) {
    return new FullRounds(properties.fullRound(), properties.settleAfter().plus(UNTOLD));
  }

  /**
   * True if the next round, which begins now, has to be one.
   *
   * @param lossesSoFar how often marks or the lease were lost, 0 or more; it only grows
   */
  public boolean isDue(long lossesSoFar) {
    begunAt = System.nanoTime();
    if (lossesSoFar != losses) {
      losses = lossesSoFar;
      sureFrom = begunAt + unsureNanos;
      done = false;
    }
    return !done || begunAt - doneAt >= everyNanos;
  }

  /** The round has looked at everything. */
  public void done() {
    done = begunAt - sureFrom >= 0;
    doneAt = System.nanoTime();
  }

  /** Another instance sweeps, or may. */
  public void stop() {
    losses = NONE;
  }
}
