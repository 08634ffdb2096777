package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.lease.Releasing;
import dev.storefront.shortlink.segment.Portion;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Ids for links that come one by one: the service leases them like any application does, and hands
 * back what is left when it stops.
 */
@Component
class OwnCodes {

  /** The service's name as an owner of leases. */
  static final String CLIENT = "shortlink-service";

  private static final Logger log = LoggerFactory.getLogger(OwnCodes.class);

  private final Map<Tier, Source> sources = new EnumMap<>(Tier.class);

  OwnCodes(Leases leases, LinkProperties properties, Clock clock) {
    for (Tier tier : Tier.values()) {
      sources.put(tier, new Source(leases, tier, properties.ownLeaseSize(), clock));
    }
  }

  /**
   * @param generation of the id's segment
   */
  record OwnCode(long id, int generation) {}

  /** An id that nobody else gets; empty if every id of the tier is in use. */
  Optional<OwnCode> next(Tier tier) {
    Source source = sources.get(tier);
    return source == null ? Optional.empty() : source.next();
  }

  @PreDestroy
  void handBack() {
    sources.values().forEach(Source::handBack);
  }

  private static final class Source {

    private final Leases leases;
    private final Tier tier;
    private final int size;
    private final Clock clock;
    private Optional<LeaseInUse> current = Optional.empty();

    Source(Leases leases, Tier tier, int size, Clock clock) {
      this.leases = leases;
      this.tier = tier;
      this.size = size;
      this.clock = clock;
    }

    synchronized Optional<OwnCode> next() {
      Optional<OwnCode> code = current.flatMap(LeaseInUse::next);
      if (code.isPresent()) {
        return code;
      }
      current = inUse(leases.grant(CLIENT, UUID.randomUUID().toString(), tier, size));
      return current.flatMap(LeaseInUse::next);
    }

    private Optional<LeaseInUse> inUse(Granting granting) {
      return granting instanceof Granting.Granted granted
          ? Optional.of(new LeaseInUse(granted.lease(), clock))
          : Optional.empty();
    }

    synchronized void handBack() {
      current.ifPresent(
          lease -> {
            try {
              tell(lease.handBack(leases));
            } catch (RuntimeException e) {
              log.warn("A lease of {} ids stays out until it ends: {}", tier, e.toString());
            }
          });
      current = Optional.empty();
    }

    private void tell(Releasing releasing) {
      if (releasing instanceof Releasing.Released released) {
        log.info("Handed back what is unused of {}: {}", tier, released.unused());
      }
    }
  }

  /** A lease that is being used up, from its first id to its last. */
  private static final class LeaseInUse {

    private static final Duration SLACK = Duration.ofSeconds(5);

    private final Lease lease;
    private final long deadlineNanos;
    private int portion;
    private long used;

    LeaseInUse(Lease lease, Clock clock) {
      this.lease = lease;
      Duration left = Duration.between(clock.instant(), lease.expiresAt());
      Duration slack = left.dividedBy(10).compareTo(SLACK) < 0 ? left.dividedBy(10) : SLACK;
      this.deadlineNanos = System.nanoTime() + left.minus(slack).toNanos();
    }

    Optional<OwnCode> next() {
      if (portion == lease.portions().size() || System.nanoTime() - deadlineNanos >= 0) {
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

    Releasing handBack(Leases leases) {
      leases.claim(CLIENT, lease.leaseId(), lease.epoch(), usedIds());
      return leases.release(CLIENT, lease.leaseId());
    }

    private Set<Long> usedIds() {
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
}
