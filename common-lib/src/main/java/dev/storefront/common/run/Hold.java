package dev.storefront.common.run;

import java.time.Duration;
import java.util.Optional;

/** A lease as its instance knows it: it counts as gone no later than in the database. */
final class Hold {

  private final Lease lease;
  private final long leaseNanos;
  private volatile long renewedAt;
  private volatile boolean lost;
  private volatile boolean cancelled;

  /**
   * @param duration of the lease
   * @param askedAt {@link System#nanoTime} before the database was asked for it
   */
  Hold(Lease lease, Duration duration, long askedAt) {
    this.lease = lease;
    this.leaseNanos = duration.toNanos();
    this.renewedAt = askedAt;
  }

  Lease lease() {
    return lease;
  }

  boolean isDueForRenewal() {
    return !lost && System.nanoTime() - renewedAt > leaseNanos / 3;
  }

  /**
   * A run that somebody cancelled is kept too, so that nobody clears it while work goes on here.
   */
  void renew(RunLeases leases) {
    long askedAt = System.nanoTime();
    Optional<RunState> state = leases.renew(lease);
    if (state.isEmpty()) {
      lost = true;
      return;
    }
    renewedAt = askedAt;
    if (state.get() == RunState.CANCELLED) {
      cancelled = true;
    }
  }

  /** Somebody cancelled the run. */
  void cancelled() {
    cancelled = true;
  }

  /** Somebody saw that it is gone. */
  RunLostException lost() {
    lost = true;
    return new RunLostException(lease.runId());
  }

  void check() {
    if (lost || cancelled || System.nanoTime() - renewedAt > leaseNanos) {
      throw new RunLostException(lease.runId());
    }
  }
}
