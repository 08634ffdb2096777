package dev.storefront.flashsale.reconciliation;

import dev.storefront.flashsale.ledger.LedgerTotals;
import dev.storefront.flashsale.promotion.Quota;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A promotion in Redis and in the ledger.
 *
 * @param redis in units; null if Redis has no record of the promotion
 * @param ledger in units
 * @param pending notes, one for each item of an order that is grabbed, paid or cancelled just now
 * @param inTopic entries; null while Kafka does not answer
 * @param difference units that Redis has as reserved and the ledger has not; negative the other way
 */
record Reconciliation(
    @Schema(example = "7001") long promotionId,
    @Nullable Redis redis,
    LedgerTotals ledger,
    @Schema(
            description =
                "items of orders, not units, of which something was begun and is not yet known to"
                    + " be in the topic",
            example = "0")
        long pending,
    @Schema(
            description =
                "entries, not units, that the promotion's partition of the topic has and MySQL has"
                    + " not, other promotions' included; null while Kafka does not answer",
            example = "0")
        @Nullable Long inTopic,
    @Schema(example = "0") long difference)
    implements ReconciliationReply {

  record Redis(
      @Schema(example = "100") long original,
      @Schema(example = "42") long remaining,
      @Schema(example = "58") long taken,
      @Schema(description = "true while it is being rebuilt", example = "false")
          boolean recovering) {}

  static Reconciliation of(
      long promotionId,
      @Nullable Quota quota,
      LedgerTotals ledger,
      long pending,
      @Nullable Long inTopic) {
    Redis redis =
        quota == null
            ? null
            : new Redis(quota.original(), quota.remaining(), quota.reserved(), quota.recovering());
    long taken = redis == null ? 0 : redis.taken();
    return new Reconciliation(promotionId, redis, ledger, pending, inTopic, taken - ledger.taken());
  }

  /** The same of a promotion that Redis need not have a record of any more. */
  Reconciliation afterItsTime() {
    return redis == null
        ? new Reconciliation(promotionId, null, ledger, pending, inTopic, 0)
        : this;
  }

  /** True if nothing is on its way, so that a difference is one. */
  boolean isQuiet() {
    return pending == 0 && inTopic != null && inTopic == 0;
  }
}
