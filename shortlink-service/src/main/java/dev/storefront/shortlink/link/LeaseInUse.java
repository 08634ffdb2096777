package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.lease.Releasing;
import dev.storefront.shortlink.link.OwnCodes.OwnCode;
import dev.storefront.shortlink.segment.Portion;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A lease that is being used up, from its first id to its last, and no longer than until shortly
 * before its end.
 */
final class LeaseInUse {

  private static final Duration SLACK = Duration.ofSeconds(5);

  private final Lease lease;
  private final Clock clock;
  private final Instant deadline;
  private final Ticker ticker;
  private final long deadlineNanos;
  private final Iterator<OwnCode> codes;
  private final Set<Long> used = new HashSet<>();
  private boolean handedBack;

  /**
   * @param clock tells the end, and so does the ticker; the first to do so counts. A clock that is
   *     set back must not prolong a lease, nor a ticker that stands still while the machine sleeps.
   */
  LeaseInUse(Lease lease, Clock clock, Ticker ticker) {
    this.lease = lease;
    this.clock = clock;
    this.ticker = ticker;
    this.codes = lease.portions().stream().flatMap(this::codes).iterator();
    Duration left = Duration.between(clock.instant(), lease.expiresAt());
    Duration slack = left.dividedBy(10).compareTo(SLACK) < 0 ? left.dividedBy(10) : SLACK;
    this.deadline = lease.expiresAt().minus(slack);
    this.deadlineNanos = ticker.read() + left.minus(slack).toNanos();
  }

  private Stream<OwnCode> codes(Portion portion) {
    Instant latest = lease.expiresAt().plus(OwnCodes.LATE);
    return LongStream.rangeClosed(portion.ids().first(), portion.ids().last())
        .mapToObj(id -> new OwnCode(id, portion.generation(), latest));
  }

  /** The next id, empty if none is left or the time is over. */
  synchronized Optional<OwnCode> next() {
    if (!codes.hasNext() || handedBack || isOver()) {
      return Optional.empty();
    }
    OwnCode code = codes.next();
    used.add(code.id());
    return Optional.of(code);
  }

  private boolean isOver() {
    return ticker.read() - deadlineNanos >= 0 || !clock.instant().isBefore(deadline);
  }

  /** Says which ids were used, and gives back the others: no further one is used. */
  Releasing handBack(Leases leases) {
    leases.claim(OwnCodes.CLIENT, lease.leaseId(), lease.epoch(), usedIds());
    return leases.release(OwnCodes.CLIENT, lease.leaseId());
  }

  private synchronized Set<Long> usedIds() {
    handedBack = true;
    return Set.copyOf(used);
  }
}
