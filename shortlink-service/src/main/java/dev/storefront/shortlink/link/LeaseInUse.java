package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.lease.Releasing;
import dev.storefront.shortlink.link.OwnCodes.OwnCode;
import dev.storefront.shortlink.segment.Portion;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A lease that is being used up, from its first id to its last, and no longer than until shortly
 * before its end.
 */
final class LeaseInUse {

  private static final Duration SLACK = Duration.ofSeconds(5);

  private final Lease lease;
  private final Ticker ticker;
  private final long deadlineNanos;
  private int portion;
  private long used;

  /**
   * @param ticker tells the end: a clock that is set back must not prolong a lease
   */
  LeaseInUse(Lease lease, Clock clock, Ticker ticker) {
    this.lease = lease;
    this.ticker = ticker;
    Duration left = Duration.between(clock.instant(), lease.expiresAt());
    Duration slack = left.dividedBy(10).compareTo(SLACK) < 0 ? left.dividedBy(10) : SLACK;
    this.deadlineNanos = ticker.read() + left.minus(slack).toNanos();
  }

  /** The next id, empty if none is left or the time is over. */
  synchronized Optional<OwnCode> next() {
    if (portion == lease.portions().size() || ticker.read() - deadlineNanos >= 0) {
      return Optional.empty();
    }
    Portion here = lease.portions().get(portion);
    OwnCode code = new OwnCode(here.ids().first() + used, here.generation());
    used++;
    if (used == here.ids().count()) {
      portion++;
      used = 0;
    }
    return Optional.of(code);
  }

  /** Says which ids were used, and gives back the others. */
  Releasing handBack(Leases leases) {
    leases.claim(OwnCodes.CLIENT, lease.leaseId(), lease.epoch(), usedIds());
    return leases.release(OwnCodes.CLIENT, lease.leaseId());
  }

  private synchronized Set<Long> usedIds() {
    Set<Long> ids = new HashSet<>();
    for (int i = 0; i <= portion && i < lease.portions().size(); i++) {
      Portion here = lease.portions().get(i);
      long count = i < portion ? here.ids().count() : used;
      for (long n = 0; n < count; n++) {
        ids.add(here.ids().first() + n);
      }
    }
    return ids;
  }
}
