package dev.storefront.shortlink.sdk;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A lease as the service tells it.
 *
 * @param expiresAt its end by the service's clock
 * @param shortUrlPrefix what stands before a code in its short URL
 */
record LeaseReply(
    String leaseId,
    long epoch,
    Instant expiresAt,
    String shortUrlPrefix,
    List<Lease.Range> ranges) {

  private static final Duration CLOCK_GRAIN = Duration.ofSeconds(1);

  /** How long before its end a lease is not used any more. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  /**
   * The lease with its end on this machine's monotonic clock: the service's own clock says how long
   * it is still good for, so that a wrong clock here does no harm.
   *
   * @param serverTime the service's clock when it answered
   * @param sent a moment before that, of {@link System#nanoTime}
   */
  Lease lease(Instant serverTime, long sent) {
    Duration left = Duration.between(serverTime, expiresAt).minus(CLOCK_GRAIN);
    Duration half = left.dividedBy(2);
    Duration slack = half.compareTo(SLACK) < 0 ? half : SLACK;
    return new Lease(
        new Lease.Terms(leaseId, epoch, expiresAt, shortUrlPrefix),
        sent + left.minus(slack).toNanos(),
        ranges);
  }
}
