package dev.storefront.flashsale.promotion;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.promotion.Promotion.Rate;
import dev.storefront.flashsale.sweep.SweepLease;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Holds the records in Redis to the terms that count: what operators changed in MySQL, and the
 * rates that they want. Who changes a promotion has it written at once; where that failed, and
 * where a record was written by an instance that had not heard of a change, it gets it at the next
 * round.
 */
@Component
class PromotionTerms {

  private static final Logger log = LoggerFactory.getLogger(PromotionTerms.class);
  private static final int PAGE = 200;
  private static final int ROUND_SECONDS = 20;

  private final PromotionStore store;
  private final SaleRecord record;
  private final SweepLease lease;
  private final Clock clock;
  private final WantedRates wanted;

  private @Nullable Map<String, Rate> applied;
  private int secondsSinceRound;

  PromotionTerms(
      PromotionStore store, SaleRecord record, WantedRates wanted, SweepLease lease, Clock clock) {
    this.store = store;
    this.record = record;
    this.wanted = wanted;
    this.lease = lease;
    this.clock = clock;
  }

  /** At once when a switch has changed, else now and then. */
  @Scheduled(fixedDelay = 1_000)
  void apply() {
    Map<String, Rate> rates = wanted.set();
    if (rates.equals(applied) && ++secondsSinceRound < ROUND_SECONDS) {
      return;
    }
    try {
      if (!lease.isMine()) {
        applied = null;
        return;
      }
      boolean all = true;
      Instant end = clock.instant();
      List<StoredPromotion> page = store.approvedByEnd(end, 0, 1, PAGE);
      while (!page.isEmpty()) {
        all &= apply(page);
        Promotion last = page.get(page.size() - 1).terms();
        page = store.approvedByEnd(last.endsAt(), last.promotionId(), 1, PAGE);
      }
      if (all) {
        applied = rates;
        secondsSinceRound = 0;
      }
    } catch (RuntimeException e) {
      log.warn("Promotions are changed later: {}", e.toString());
    }
  }

  /** False if some of them have to be tried again. */
  private boolean apply(List<StoredPromotion> page) {
    Map<StoredPromotion, CompletableFuture<Boolean>> changes = new LinkedHashMap<>();
    page.forEach(stored -> changes.put(stored, record.apply(stored, false)));
    return changes.entrySet().stream()
        .map(change -> isApplied(change.getKey(), change.getValue()))
        .reduce(true, Boolean::logicalAnd);
  }

  /** False if it could not be changed; the others are. */
  private boolean isApplied(StoredPromotion stored, CompletableFuture<Boolean> change) {
    try {
      if (!change.join()) {
        apply(stored);
      }
      return true;
    } catch (RuntimeException e) {
      log.warn("Promotion {} is changed later: {}", stored.terms().promotionId(), e.toString());
      return false;
    }
  }

  /**
   * Gives one promotion's record the terms that it has in MySQL.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if Redis does not answer
   */
  void apply(StoredPromotion stored) {
    if (!ScriptRunner.await(record.apply(stored, false))) {
      record.keepLonger(stored.terms());
      ScriptRunner.await(record.apply(stored, true));
    }
  }
}
