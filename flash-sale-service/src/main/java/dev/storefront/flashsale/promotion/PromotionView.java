package dev.storefront.flashsale.promotion;

import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * A promotion as everyone sees it.
 *
 * @param remaining units left; by the ledger where Redis has no record
 * @param buckets over how many the quota is spread
 * @param currentPrice what a buyer pays now: the sale's price only while the sale is on and units
 *     are left
 */
record PromotionView(
    @Schema(example = "7001") long promotionId,
    @Schema(example = "100012043978") long skuId,
    @Schema(example = "ONGOING") PromotionState state,
    @Schema(example = "100") int quota,
    @Schema(example = "42") int remaining,
    @Schema(example = "2026-06-18T00:00:00Z") Instant startsAt,
    @Schema(example = "2026-06-25T00:00:00Z") Instant endsAt,
    Price price,
    @Schema(example = "1") int buckets,
    @Schema(example = "1499.00") BigDecimal currentPrice) {

  static PromotionView of(StoredPromotion stored, int remaining, Instant now) {
    Promotion terms = stored.terms();
    return new PromotionView(
        terms.promotionId(),
        terms.skuId(),
        stored.stateAt(now, remaining),
        terms.quota(),
        remaining,
        terms.startsAt(),
        terms.endsAt(),
        terms.price(),
        terms.buckets().count(),
        stored.priceAt(now, remaining));
  }
}
