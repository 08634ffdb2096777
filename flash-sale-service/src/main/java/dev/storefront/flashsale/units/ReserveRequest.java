package dev.storefront.flashsale.units;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import java.time.Instant;

/**
 * An order's attempt to reserve units of a promotion.
 *
 * @param addressFull true if its address has its maximum in another bucket: it is to be refused
 *     like one whose account has
 */
record ReserveRequest(
    Order order, OrderItem item, Instant now, Buckets buckets, boolean addressFull) {

  ReserveRequest withAddressFull(boolean full) {
    return new ReserveRequest(order, item, now, buckets, full);
  }

  long promotionId() {
    return item.promotionId();
  }

  /** The bucket that has to give the units. */
  int home() {
    return buckets.homeOf(order.orderId(), order.ip(), order.pin());
  }

  /** The keys of that bucket. */
  PromotionKeys keys(Namespace namespace) {
    return PromotionKeys.of(promotionId(), home(), namespace);
  }

  /** What is pending once they are reserved. */
  PendingEntry grab() {
    return order.pending(Kind.GRAB, item);
  }
}
