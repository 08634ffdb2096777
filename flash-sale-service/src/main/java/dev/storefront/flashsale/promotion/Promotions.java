package dev.storefront.flashsale.promotion;

import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.sweep.FullRounds;
import dev.storefront.flashsale.sweep.SweepLease;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** What other features ask about promotions. */
@Component
public class Promotions {

  private static final int PAGE = 500;

  private final PromotionStore store;
  private final RecentPromotions recent;
  private final SaleRecord record;
  private final BucketRecords bucketRecords;
  private final LostPromotions lost;
  private final TouchedPromotions touched;
  private final SweepLease lease;
  private final FlashSaleProperties properties;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Promotions(
      PromotionStore store,
      RecentPromotions recent,
      SaleRecord record,
      BucketRecords bucketRecords,
      LostPromotions lost,
      TouchedPromotions touched,
      SweepLease lease,
      FlashSaleProperties properties,
      TransactionTemplate transaction,
      Clock clock) {
    this.store = store;
    this.recent = recent;
    this.record = record;
    this.bucketRecords = bucketRecords;
    this.lost = lost;
    this.touched = touched;
    this.lease = lease;
    this.properties = properties;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** Why a promotion has no record in Redis. One that is paused is not approved either. */
  public enum Absence {
    UNKNOWN,
    NOT_APPROVED,
    PAUSED,
    STOPPED,
    ENDED,
    /** It ought to have one: Redis lost it, and it stays closed until it has been rebuilt. */
    LOST
  }

  /** Whether Redis ought to have a record of a promotion. */
  public enum Standing {
    UNKNOWN,
    NOT_APPROVED,
    /** Approved, and not over for longer than its orders are kept. */
    KEPT,
    FORGOTTEN
  }

  /** Of one that Redis does not have; MySQL is asked for one of all who come too early. */
  public Absence whyAbsent(long promotionId) {
    return recent.find(promotionId).map(this::absence).orElse(Absence.UNKNOWN);
  }

  private Absence absence(StoredPromotion stored) {
    if (stored.isStopped()) {
      return Absence.STOPPED;
    }
    if (!clock.instant().isBefore(stored.terms().endsAt())) {
      return Absence.ENDED;
    }
    if (stored.isApproved()) {
      return Absence.LOST;
    }
    return stored.isPaused() ? Absence.PAUSED : Absence.NOT_APPROVED;
  }

  /** Whether Redis ought to have a record of it. */
  public Standing standingOf(long promotionId) {
    return store.find(promotionId).map(this::standing).orElse(Standing.UNKNOWN);
  }

  private Standing standing(StoredPromotion stored) {
    if (!stored.isApproved()) {
      return Standing.NOT_APPROVED;
    }
    return stored.terms().endsAt().isBefore(oldestEnd()) ? Standing.FORGOTTEN : Standing.KEPT;
  }

  /** The product on sale, empty for an unknown promotion. */
  public Optional<Long> skuOf(long promotionId) {
    return store.find(promotionId).map(stored -> stored.terms().skuId());
  }

  /** What is left of it in Redis, empty if Redis has no record of it. */
  public Optional<Quota> quotaOf(long promotionId) {
    return record.quota(promotionId);
  }

  /**
   * How a promotion was divided when it was opened, which never changes; empty if Redis has no
   * record of it. Asks Redis once only, and MySQL never.
   */
  public CompletableFuture<Optional<Buckets>> bucketsOf(long promotionId) {
    return bucketRecords.of(promotionId);
  }

  /** What the buckets of a hot promotion have. */
  public CompletableFuture<Survey> survey(long promotionId, Buckets buckets) {
    return bucketRecords.survey(promotionId, buckets);
  }

  /**
   * A grab found that Redis lost the promotion, or may have lost some of it: it has to be rebuilt.
   */
  public void reportLost(long promotionId) {
    lost.add(promotionId);
  }

  /** The promotions that were reported as lost in this instance since the last call. */
  public Set<Long> takeLost() {
    return lost.take();
  }

  /**
   * Promotions that Redis keeps, by their id, page by page.
   *
   * @param afterId the last of the page before, 0 for the first
   */
  public List<Long> keptInRedis(long afterId, int max) {
    return store.approvedSince(oldestEnd(), afterId, max);
  }

  /** Something of it is being changed or begun: the sweeper looks at it. Nobody waits for this. */
  public void touch(long promotionId) {
    touched.touch(promotionId);
  }

  /** The sweeper is not done with it: it looks again. */
  public void touchAgain(long promotionId) {
    touched.remember(promotionId);
  }

  /**
   * A round of a sweep: has those looked at, page by page, of which something was changed or begun
   * within about the last minute, and now and then, or where Redis does not tell which they are,
   * all that Redis keeps. Does nothing where another instance sweeps.
   *
   * @param buckets that promotions have at least of which all are looked at
   */
  public void sweep(FullRounds rounds, int buckets, Consumer<List<Long>> page) {
    if (!lease.isMine()) {
      rounds.stop();
      return;
    }
    Optional<List<Long>> recent =
        rounds.isDue(lease.term() + touched.losses()) ? Optional.empty() : touched.recent();
    if (recent.isEmpty()) {
      forEach(oldestEnd(), buckets, each -> page.accept(idsOf(each)));
      rounds.done();
      return;
    }
    for (int from = 0; from < recent.get().size(); from += PAGE) {
      page.accept(recent.get().subList(from, Math.min(from + PAGE, recent.get().size())));
    }
  }

  /** Has all promotions that Redis keeps looked at, page by page. */
  public void forEachKept(Consumer<List<Long>> page) {
    forEach(oldestEnd(), 1, each -> page.accept(idsOf(each)));
  }

  /**
   * The same for all whose end is still to come, without those approved a moment ago: Redis gets
   * their records from the call that approves them, which may be under way.
   *
   * @return false if some were left out
   */
  public boolean forEachNotOver(Consumer<List<Long>> page) {
    Instant now = clock.instant();
    AtomicBoolean all = new AtomicBoolean(true);
    forEach(
        now,
        1,
        each -> {
          List<StoredPromotion> opened = each.stream().filter(p -> !p.isBeingOpened(now)).toList();
          all.compareAndSet(true, opened.size() == each.size());
          page.accept(idsOf(opened));
        });
    return all.get();
  }

  private void forEach(Instant earliestEnd, int buckets, Consumer<List<StoredPromotion>> looker) {
    List<StoredPromotion> page = store.approvedByEnd(earliestEnd, 0, buckets, PAGE);
    while (!page.isEmpty()) {
      looker.accept(page);
      Promotion last = page.get(page.size() - 1).terms();
      page = store.approvedByEnd(last.endsAt(), last.promotionId(), buckets, PAGE);
    }
  }

  private static List<Long> idsOf(List<StoredPromotion> page) {
    return page.stream().map(stored -> stored.terms().promotionId()).toList();
  }

  /** True if Redis has its record, open and known to be complete. */
  public CompletableFuture<Boolean> isComplete(long promotionId) {
    return record.isComplete(promotionId);
  }

  /**
   * Closes an approved promotion until it has been rebuilt, and writes its terms where they are
   * lost. Neither approval nor stop overtakes it.
   *
   * @param fence the number of the rebuild, higher for each
   * @return how it is divided; empty if a rebuild with a higher number has begun, or if the
   *     promotion is not approved: then nothing is written
   */
  public Optional<Buckets> closeForRebuild(long promotionId, long fence) {
    Optional<StoredPromotion> closed =
        transaction.execute(
            status ->
                store
                    .lock(promotionId)
                    .filter(StoredPromotion::isApproved)
                    .filter(stored -> record.close(stored, fence)));
    return closed == null ? Optional.empty() : closed.map(stored -> stored.terms().buckets());
  }

  private Instant oldestEnd() {
    return clock.instant().minus(properties.retention());
  }
}
