package dev.storefront.shortlink.lease;

import dev.storefront.common.database.RetriedWhenLocked;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Portion;
import dev.storefront.shortlink.segment.SegmentPool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** What must happen to leases and the pool in one step. */
@Component
@RetriedWhenLocked
@Transactional(isolation = Isolation.READ_COMMITTED, timeout = 5)
class LeaseTransactions {

  /**
   * By how much clocks differ at most: whose clock is ahead refuses no links of a lease that is
   * good by who granted it. Its unused ids come back later than that, and from then on it is over.
   */
  private static final Duration CLOCKS = Duration.ofMinutes(10);

  private final LeaseStore leases;
  private final SegmentPool pool;
  private final LeaseProperties properties;
  private final Supplier<UUID> ids;
  private final Clock clock;

  LeaseTransactions(
      LeaseStore leases,
      SegmentPool pool,
      LeaseProperties properties,
      Supplier<UUID> ids,
      Clock clock) {
    this.leases = leases;
    this.pool = pool;
    this.properties = properties;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Lends ids, if the tier has some.
   *
   * @param wanted the tier that was asked for
   * @throws org.springframework.dao.DuplicateKeyException if the request was granted before
   */
  void grant(String clientId, String requestId, Tier wanted, Tier tier, int count) {
    Instant now = clock.instant();
    String leaseId = ids.get().toString();
    Instant expiresAt = now.plus(properties.duration());
    long epoch = leases.insert(leaseId, clientId, requestId, tier, wanted, count, expiresAt);
    List<Portion> portions = pool.take(tier, count, now);
    if (portions.isEmpty()) {
      TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
    }
    Dispatch.of(portions).forEach(dispatch -> leases.insertDispatch(epoch, dispatch, now));
  }

  /** A lease in thousands of pieces has its time. */
  @Transactional(isolation = Isolation.READ_COMMITTED, timeout = 30)
  Releasing release(String clientId, String leaseId) {
    Optional<Lease> found = leases.lock(clientId, leaseId);
    if (found.isEmpty()) {
      return new Releasing.Unknown();
    }
    Lease lease = found.get();
    Instant now = clock.instant();
    if (!lease.released() && lease.isOver(now)) {
      return new Releasing.Stale();
    }
    List<Portion> unused =
        leases.dispatches(lease.epoch()).stream().flatMap(d -> d.unused().stream()).toList();
    if (!lease.released()) {
      leases.endUnused(lease.epoch(), now);
      pool.giveBack(unused);
      leases.markReleased(lease, now);
    }
    List<IdRange> ranges = unused.stream().map(Portion::ids).toList();
    return new Releasing.Released(Lease.joined(ranges));
  }

  /** Puts back what of a lease that has run out is unused; zero if that was done before. */
  @Transactional(isolation = Isolation.READ_COMMITTED, timeout = 30)
  long sweep(Lease lease, Collection<Long> alsoPublished) {
    if (!leases.markSwept(lease)) {
      return 0;
    }
    List<Portion> unused = new ArrayList<>();
    for (Dispatch dispatch : leases.dispatches(lease.epoch())) {
      unused.addAll(publish(dispatch, alsoPublished).unused());
    }
    leases.endUnused(lease.epoch(), clock.instant());
    pool.giveBack(unused);
    return unused.stream().mapToLong(portion -> portion.ids().count()).sum();
  }

  Claiming claim(String clientId, String leaseId, long epoch, Collection<Long> ids) {
    Optional<Lease> found = leases.lock(clientId, leaseId);
    if (found.isEmpty()) {
      return new Claiming.Unknown();
    }
    Lease lease = found.get();
    if (lease.epoch() != epoch || lease.isOver(clock.instant().minus(CLOCKS))) {
      return new Claiming.Stale();
    }
    Map<Long, Integer> generations = new HashMap<>();
    for (Dispatch dispatch : leases.dispatches(epoch)) {
      ids.stream()
          .filter(dispatch.ids()::contains)
          .forEach(id -> generations.put(id, dispatch.generation()));
      publish(dispatch, ids);
    }
    return new Claiming.Claimed(lease.tier(), generations);
  }

  private Dispatch publish(Dispatch dispatch, Collection<Long> ids) {
    Dispatch after = dispatch.withPublished(ids);
    if (after.published().count() > dispatch.published().count()) {
      leases.savePublished(after);
    }
    return after;
  }

  /** Forgets so many ranges at most that ended before that time; says how many. */
  @Transactional(isolation = Isolation.READ_COMMITTED, timeout = 30)
  int forget(Instant endedBefore, int limit) {
    return leases.forget(endedBefore, limit);
  }
}
