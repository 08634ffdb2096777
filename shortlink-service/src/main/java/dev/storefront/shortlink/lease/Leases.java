package dev.storefront.shortlink.lease;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.tier.TierChoice;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * Lends ranges of ids. A lease is an owner, an epoch and a deadline: only its owner publishes under
 * its ids, only with its epoch, only until the deadline.
 */
@Component
public class Leases {

  private static final Logger log = LoggerFactory.getLogger(Leases.class);

  private final TierChoice tiers;
  private final LeaseTransactions transactions;
  private final LeaseStore store;
  private final SegmentMarkers markers;
  private final Clock clock;

  Leases(
      TierChoice tiers,
      LeaseTransactions transactions,
      LeaseStore store,
      SegmentMarkers markers,
      Clock clock) {
    this.tiers = tiers;
    this.transactions = transactions;
    this.store = store;
    this.markers = markers;
    this.clock = clock;
  }

  /**
   * Lends up to {@code count} ids of the tier and marks their segments as in use.
   *
   * @param requestId the caller's name for this request: a repeat gets the same lease, so that a
   *     lost answer loses no ids
   */
  @UseCase("grant-lease")
  public Granting grant(String clientId, String requestId, Tier tier, int count) {
    return grant(clientId, requestId, tier, List.of(tier), count);
  }

  /** As {@link #grant}, of the next tier if that is where new links go now. */
  @UseCase("grant-lease")
  public Granting grantInTurn(String clientId, String requestId, Tier wanted, int count) {
    return grant(clientId, requestId, wanted, tiers.inTurn(wanted), count);
  }

  private Granting grant(
      String clientId, String requestId, Tier wanted, List<Tier> inTurn, int count) {
    Optional<Lease> granted = store.findByRequest(clientId, requestId);
    for (Iterator<Tier> next = inTurn.iterator(); granted.isEmpty() && next.hasNext(); ) {
      granted = grantOnce(clientId, requestId, wanted, next.next(), count);
    }
    if (granted.isEmpty()) {
      return new Granting.TierExhausted();
    }
    Lease lease = granted.get();
    if (lease.wantedTier() != wanted || lease.wanted() != count) {
      return new Granting.RequestIdTaken();
    }
    if (lease.released() || lease.swept()) {
      return new Granting.Stale(); // others may have its ids by now
    }
    if (!lease.isOver(clock.instant()) && !markers.open(lease.portions())) {
      log.warn("Lease {} has ids whose segment went on; it stays unused", lease.leaseId());
      return new Granting.Stale();
    }
    return new Granting.Granted(lease);
  }

  /** Hands a lease back; a repeat gets the same answer. */
  @UseCase("release-lease")
  public Releasing release(String clientId, String leaseId) {
    return transactions.release(clientId, leaseId);
  }

  /** Says which of the ids the caller may publish under, and counts those as used from now on. */
  public Claiming claim(String clientId, String leaseId, long epoch, Collection<Long> ids) {
    return transactions.claim(clientId, leaseId, epoch, ids);
  }

  /** A client's leases that ended before that time, whose unused ids are out still. */
  public List<Lease> unsweptOf(String clientId, Instant endedBefore, int limit) {
    return store.unsweptOf(clientId, endedBefore, limit);
  }

  /** The same of all other clients. */
  public List<Lease> unsweptOfOthersThan(String clientId, Instant endedBefore, int limit) {
    return store.unsweptOfOthersThan(clientId, endedBefore, limit);
  }

  /**
   * Takes back what of such a lease was never used.
   *
   * @param alsoPublished ids that were published without a claim
   * @return how many ids came back
   */
  public long sweep(Lease lease, Collection<Long> alsoPublished) {
    return transactions.sweep(lease, alsoPublished);
  }

  /** Empty if the tier has no free id. */
  private Optional<Lease> grantOnce(
      String clientId, String requestId, Tier wanted, Tier tier, int count) {
    try {
      transactions.grant(clientId, requestId, wanted, tier, count);
    } catch (DuplicateKeyException repeated) {
      log.debug("Lease request {} was granted meanwhile", requestId);
      return store.findByRequest(clientId, requestId);
    }
    Optional<Lease> lease = store.findByRequest(clientId, requestId);
    lease.ifPresent(
        found ->
            tiers.count(
                wanted, found.tier(), found.ranges().stream().mapToLong(IdRange::count).sum()));
    return lease;
  }
}
