package dev.storefront.shortlink.sdk;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many ids are to be at hand beside the present lease: what ten minutes need at the rate of the
 * last one, so that a service may be away for as long.
 */
final class Reserve {

  static final int MOST_LEASES = 64;

  private static final long MOST_IDS = (long) MOST_LEASES * ShortLinkOptions.LARGEST_LEASE;
  private static final long NANOS = TimeUnit.MINUTES.toNanos(10);

  /** From one lease to the next: a short burst is no rate. */
  private static final int GROWTH = 4;

  private final int usualSize;
  private final LongSupplier nanoClock;
  private long begunAt;
  private volatile long ids;

  /** What {@link #leases} says: it is asked for each id. */
  private volatile int leases = 1;

  /**
   * @param usualSize ids in a lease where no more are needed
   * @param nanoClock by which the rate is reckoned
   */
  Reserve(int usualSize, LongSupplier nanoClock) {
    this.usualSize = usualSize;
    this.nanoClock = nanoClock;
  }

  /**
   * A lease begins.
   *
   * @param used the one before, used up or over; null for the first, and after a stale one
   * @param isThere whether the new one had come by then
   */
  synchronized void renewed(@Nullable Lease used, boolean isThere) {
    if (used != null) {
      long present = Math.max(usualSize, ids);
      double needed = neededAtTheRateOf(used);
      double wanted = isThere ? needed : Math.max(needed, 2.0 * present);
      need((long) Math.min(MOST_IDS, Math.min(wanted, (double) GROWTH * present)));
    }
    begunAt = nanoClock.getAsLong();
  }

  /** Nobody has used the present lease up by the last quarter of its time. */
  synchronized void idle(@Nullable Lease present) {
    need(present == null ? 0 : (long) Math.min(ids, neededAtTheRateOf(present)));
  }

  private void need(long needed) {
    ids = needed;
    int size = idsOfLease();
    leases = (int) Math.min(MOST_LEASES, Math.max(1, (needed + size - 1) / size));
  }

  private double neededAtTheRateOf(Lease lease) {
    long taken = lease.size() - lease.left();
    return (double) taken * NANOS / Math.max(1, nanoClock.getAsLong() - begunAt);
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
    return leases;
  }
}
