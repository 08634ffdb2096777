package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerItem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Orders as the ledger has them, for as long as the ledger is kept. */
@Component
class OrderHistory {

  private final Ledger ledger;

  OrderHistory(Ledger ledger) {
    this.ledger = ledger;
  }

  Optional<Order> find(String orderId) {
    List<LedgerItem> items = ledger.itemsOf(orderId);
    return items.isEmpty() ? Optional.empty() : Optional.of(toOrder(items));
  }

  private static Order toOrder(List<LedgerItem> items) {
    LedgerItem first = items.get(0);
    return new Order(
        first.orderId(),
        statusOf(items),
        first.attempt(),
        first.pin(),
        first.ip(),
        items.stream()
            .map(i -> new OrderItem(i.promotionId(), i.quantity(), i.remaining()))
            .toList(),
        items.stream().map(LedgerItem::expiresAt).filter(Objects::nonNull).findFirst().orElse(null),
        first.reason() == null ? null : CancelReason.valueOf(first.reason()));
  }

  /** An order's items lie in several partitions: for a moment one may be ahead of another. */
  private static OrderStatus statusOf(List<LedgerItem> items) {
    List<OrderStatus> statuses =
        items.stream().map(item -> OrderStatus.valueOf(item.status())).toList();
    return Stream.of(OrderStatus.PAID, OrderStatus.GRABBED)
        .filter(statuses::contains)
        .findFirst()
        .orElse(OrderStatus.CANCELLED);
  }
}
