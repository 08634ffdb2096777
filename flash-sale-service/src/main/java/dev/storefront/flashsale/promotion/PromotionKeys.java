package dev.storefront.flashsale.promotion;

import dev.storefront.common.namespace.Namespace;

/**
 * The Redis keys of a promotion, all in one slot.
 *
 * @param record hash: the promotion's record, named as the design article has it
 * @param orders hash: a mark for each order
 * @param limits hash: units held by each ip and pin
 * @param pending sorted set: what the ledger is not yet known to have, by its time
 */
public record PromotionKeys(String record, String orders, String limits, String pending) {

  /** The keys of one promotion. */
  public static PromotionKeys of(long promotionId, Namespace namespace) {
    String record = namespace.key("C_{" + promotionId + "}_" + Promotion.TYPE);
    return new PromotionKeys(record, record + ":orders", record + ":limits", record + ":pending");
  }
}
