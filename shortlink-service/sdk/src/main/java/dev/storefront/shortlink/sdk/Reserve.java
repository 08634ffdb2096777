package dev.storefront.shortlink.sdk;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many ids are to be at hand beside the present lease: what ten minutes need at the rate of the
 * last one, so that a service may be away for as long. Changed by one thread at a time, read by
 * all.
 */
final class Reserve {

  static final int MOST_LEASES = 64;

  private static final long NANOS = TimeUnit.MINUTES.toNanos(10);

  /** From one lease to the next: a short burst is no rate. */
  private static final int GROWTH = 4;

  private final int usualSize;
  private final LongSupplier nanoClock;
  private long begunAt;
  private volatile long ids;

  /**
   * @param usualSize ids in a lease where no more are needed
   * @param nanoClock by which the rate is reckoned
   */
  Reserve(int usualSize, LongSupplier nanoClock) {
    this.usualSize = usualSize;
    this.nanoClock = nanoClock;
  }

  /** The first lease begins, or one after a pause. */
  void begin() {
    begunAt = nanoClock.getAsLong();
  }

  /**
   * A lease is used up or over, and the next one begins.
   *
   * @param isThere whether that had come by then
   */
  void used(Lease lease, boolean isThere) {
    long now = nanoClock.getAsLong();
    long taken = lease.size() - lease.left();
    long present = Math.max(usualSize, ids);
    double needed = (double) taken * NANOS / Math.max(1, now - begunAt);
    double wanted = isThere ? needed : Math.max(needed, 2.0 * present);
    ids = (long) Math.min(wanted, (double) GROWTH * present);
    begunAt = now;
  }

  /** True if others are to be ordered, if they are not yet, while this lease is used. */
  boolean isDueFrom(Lease lease) {
    return isInHaste() || lease.left() <= lease.size() / 2 || lease.isEnding();
  }

  /** True if half of a usual lease would not do: the next one is ordered with the first id. */
  boolean isInHaste() {
    return ids > usualSize / 2;
  }

  /** How many ids each lease has that is ordered now. */
  int idsOfLease() {
    return (int) Math.min(ShortLinkOptions.LARGEST_LEASE, Math.max(usualSize, ids));
  }

  /** How many of these are to be at hand, or under way: 1 to {@value #MOST_LEASES}. */
  int leases() {
    int size = idsOfLease();
    return (int) Math.min(MOST_LEASES, Math.max(1, (ids + size - 1) / size));
  }
}
