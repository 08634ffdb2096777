package dev.storefront.flashsale.promotion;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.flashsale.promotion.PromotionRequest.LimitRequest;
import dev.storefront.flashsale.promotion.PromotionRequest.RateRequest;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A promotion as operators see it, or everyone.
 *
 * @param remaining units left; by the ledger where Redis has no record
 * @param buckets over how many the quota is spread
 * @param limit for operators, like {@code rate} and {@code paymentTimeoutSeconds}
 * @param currentPrice what a buyer pays now: the sale's price only while the sale is on and units
 *     are left
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PromotionView(
    @Schema(example = "7001") long promotionId,
    @Schema(example = "100012043978") long skuId,
    @Schema(example = "ONGOING") PromotionState state,
    @Schema(example = "100") int quota,
    @Schema(example = "42") int remaining,
    @Schema(example = "2030-06-18T00:00:00Z") Instant startsAt,
    @Schema(example = "2030-06-25T00:00:00Z") Instant endsAt,
    Price price,
    @Schema(example = "1") int buckets,
    @Schema(description = "in an operator's reply only") @Nullable LimitRequest limit,
    @Schema(description = "in an operator's reply only") @Nullable RateRequest rate,
    @Schema(description = "in an operator's reply only", example = "1200")
        @Nullable Integer paymentTimeoutSeconds,
    @Schema(example = "1499.00") BigDecimal currentPrice) {

  /**
   * @param units what is for sale and what is left of it, of one moment
   * @param all true for operators, false without what only they need
   */
  static PromotionView of(StoredPromotion stored, Quota units, Instant now, boolean all) {
    int remaining = units.remaining();
    Promotion terms = stored.terms();
    Promotion.Rate rate = terms.rate();
    return new PromotionView(
        terms.promotionId(),
        terms.skuId(),
        stored.stateAt(now, remaining),
        units.original(),
        remaining,
        terms.startsAt(),
        terms.endsAt(),
        terms.price(),
        terms.buckets().count(),
        all ? LimitRequest.of(terms.limit()) : null,
        all ? new RateRequest(rate.max(), rate.windowSeconds()) : null,
        all ? Math.toIntExact(terms.paymentTimeout().toSeconds()) : null,
        stored.priceAt(now, remaining));
  }
}
