package dev.storefront.flashsale.reconciliation;

import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerTotals;
import dev.storefront.flashsale.promotion.Promotions;
import io.micrometer.core.annotation.Timed;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/reconciliation")
@Tag(name = "reconciliation", description = "Redis and the ledger side by side")
class ReconciliationController {

  private final Promotions promotions;
  private final Ledger ledger;

  ReconciliationController(Promotions promotions, Ledger ledger) {
    this.promotions = promotions;
    this.ledger = ledger;
  }

  /**
   * Both sides in units.
   *
   * @param redis null if Redis has no record of the promotion
   * @param difference units that Redis has as taken and the ledger has not; negative the other way
   */
  record Reconciliation(
      @Schema(example = "7001") long promotionId,
      @Nullable Redis redis,
      LedgerTotals ledger,
      @Schema(example = "0") long difference) {

    record Redis(
        @Schema(example = "100") long original,
        @Schema(example = "42") long remaining,
        @Schema(example = "58") long taken) {}
  }

  @GetMapping
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "What Redis and the ledger say was taken of a promotion, and the difference",
      description =
          "While grabs go on the ledger is behind by what is on its way; once they have stopped for"
              + " a moment the difference is 0.")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "reconcile"})
  Reconciliation reconcile(@RequestParam long promotionId) {
    if (promotions.skuOf(promotionId).isEmpty()) {
      throw Problem.of(HttpStatus.NOT_FOUND, "promotion-not-found", "There is no such promotion.")
          .toException();
    }
    LedgerTotals totals = ledger.totalsOf(promotionId);
    Reconciliation.@Nullable Redis redis =
        promotions
            .quotaOf(promotionId)
            .map(q -> new Reconciliation.Redis(q.original(), q.remaining(), q.taken()))
            .orElse(null);
    long taken = redis == null ? 0 : redis.taken();
    return new Reconciliation(promotionId, redis, totals, taken - totals.taken());
  }
}
