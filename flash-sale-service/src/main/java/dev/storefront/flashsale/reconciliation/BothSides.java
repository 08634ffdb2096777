package dev.storefront.flashsale.reconciliation;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.ledger.LedgerTotals;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.promotion.Quota;
import dev.storefront.flashsale.units.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads Redis and the ledger. */
@Component
class BothSides {

  private final Promotions promotions;
  private final Units units;
  private final OffsetBarriers barriers;
  private final LedgerStore ledger;

  BothSides(Promotions promotions, Units units, OffsetBarriers barriers, LedgerStore ledger) {
    this.promotions = promotions;
    this.units = units;
    this.barriers = barriers;
    this.ledger = ledger;
  }

  Reconciliation of(long promotionId) {
    return of(List.of(promotionId)).get(0);
  }

  /** In this order: what Redis has comes to the ledger by way of what is pending and the topic. */
  List<Reconciliation> of(List<Long> promotionIds) {
    Map<Long, Long> pending = new LinkedHashMap<>();
    promotionIds.forEach(id -> pending.put(id, ScriptRunner.await(units.pendingCount(id))));
    Map<Long, @Nullable Quota> quotas = new LinkedHashMap<>();
    promotionIds.forEach(id -> quotas.put(id, promotions.quotaOf(id).orElse(null)));
    Map<Long, Long> inTopic = inTopic(promotionIds);
    Map<Long, LedgerTotals> totals = ledger.totalsOf(promotionIds);
    return promotionIds.stream()
        .map(
            id ->
                Reconciliation.of(
                    id,
                    quotas.get(id),
                    totals.getOrDefault(id, LedgerTotals.NONE),
                    pending.getOrDefault(id, 0L),
                    inTopic.get(id)))
        .toList();
  }

  private Map<Long, Long> inTopic(List<Long> promotionIds) {
    try {
      return barriers.behind(promotionIds);
    } catch (BackendUnavailableException kafkaIsAway) {
      return Map.of();
    }
  }
}
