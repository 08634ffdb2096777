package dev.storefront.common.run;

import java.time.Duration;

/** A lease as its instance knows it: it counts as gone no later than in the database. */
final class Hold {

  private final Lease lease;
  private final long leaseNanos;
  private volatile long renewedAt;
  private volatile boolean lost;

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

  void renew(RunLeases leases) {
    long askedAt = System.nanoTime();
    if (leases.renew(lease)) {
      renewedAt = askedAt;
    } else {
      lost = true;
    }
  }

  /** Somebody saw that it is gone. */
  RunLostException lost() {
    lost = true;
    return new RunLostException(lease.runId());
  }

  void check() {
    if (lost || System.nanoTime() - renewedAt > leaseNanos) {
      throw new RunLostException(lease.runId());
    }
  }
}
