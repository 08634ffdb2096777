package dev.storefront.flashsale.units;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import java.time.Instant;

/** An order's attempt to take units of a promotion. */
record Taking(Order order, OrderItem item, Instant now, Buckets buckets) {

  long promotionId() {
    return item.promotionId();
  }

  /** The bucket that has to give the units. */
  int home() {
    return buckets.homeOf(order.orderId(), order.ip(), order.pin());
  }

  /** What is pending once they are taken. */
  PendingEntry grab() {
    return order.pending(Kind.GRAB, item);
  }
}
