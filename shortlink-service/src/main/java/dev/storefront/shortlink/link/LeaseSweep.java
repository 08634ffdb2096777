package dev.storefront.shortlink.link;

import com.google.common.collect.Lists;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.segment.Portion;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Brings back the unused ids of leases that ran out, some minutes later. An application's batch
 * says at once which ids it uses; of a lease of the service's own, Redis and HBase are asked.
 */
@Component
class LeaseSweep {

  private static final Logger log = LoggerFactory.getLogger(LeaseSweep.class);

  /** Longer than the clocks of two instances differ. */
  private static final Duration GRACE = Duration.ofMinutes(12);

  /**
   * Of the service's own lease nobody claims ids: by then Redis takes no link under one any more,
   * though its clock be ten minutes behind, and what it took has reached HBase.
   */
  private static final Duration OWN_GRACE = OwnCodes.LATE.plusMinutes(12);

  /** At 90 million ids a day 31 leases of a thousand end in the time between two sweeps. */
  private static final int LEASES_AT_A_TIME = 500;

  private static final int LINKS_AT_A_TIME = 500;

  private final Leases leases;
  private final CodeBook codes;
  private final LinkReader reader;
  private final Clock clock;
  private final Counter returned;

  LeaseSweep(Leases leases, CodeBook codes, LinkReader reader, MeterRegistry meters, Clock clock) {
    this.leases = leases;
    this.codes = codes;
    this.reader = reader;
    this.clock = clock;
    this.returned = meters.counter("storefront.shortlink.ids.returned");
  }

  @Scheduled(fixedDelay = 30_000, initialDelay = 30_000)
  void sweep() {
    try {
      // Those of applications first: they need MySQL alone.
      Instant now = clock.instant();
      leases
          .unsweptOfOthersThan(OwnCodes.CLIENT, now.minus(GRACE), LEASES_AT_A_TIME)
          .forEach(lease -> sweep(lease, claimed -> Set.of()));
      leases
          .unsweptOf(OwnCodes.CLIENT, now.minus(OWN_GRACE), LEASES_AT_A_TIME)
          .forEach(lease -> sweep(lease, this::published));
    } catch (BackendUnavailableException | DataAccessException | TransactionException away) {
      log.warn("Unused ids come back once all servers do: {}", away.toString());
    }
  }

  /** One lease that cannot be swept must not keep the others waiting. */
  private void sweep(Lease lease, Function<Lease, Set<Long>> published) {
    try {
      returned.increment(leases.sweep(lease, published.apply(lease)));
    } catch (BackendUnavailableException
        | DataAccessResourceFailureException
        | TransactionException away) {
      // Nor are the others: hundreds would wait for the same time-out, one after another.
      throw away;
    } catch (RuntimeException failed) {
      log.warn("Unused ids of lease {} come back later: {}", lease.leaseId(), failed.toString());
    }
  }

  /** The ids of a lease under which there is a link, or was one. */
  private Set<Long> published(Lease lease) {
    Set<Long> ids = new HashSet<>();
    for (Portion portion : lease.portions()) {
      List<Address.Numbered> all =
          LongStream.rangeClosed(portion.ids().first(), portion.ids().last())
              .mapToObj(id -> codes.addressOf(lease.tier(), id))
              .toList();
      for (List<Address.Numbered> some : Lists.partition(all, LINKS_AT_A_TIME)) {
        List<Optional<StoredLink>> links = reader.readAll(List.copyOf(some));
        IntStream.range(0, some.size())
            .filter(
                i ->
                    links
                        .get(i)
                        .filter(link -> link.generation() == portion.generation())
                        .isPresent())
            .forEach(i -> ids.add(some.get(i).id()));
      }
    }
    return ids;
  }
}
