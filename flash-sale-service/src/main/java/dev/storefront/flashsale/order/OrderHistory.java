package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerItem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Orders as the ledger has them, for as long as the ledger is kept. */
@Component
class OrderHistory {

  private final Ledger ledger;

  OrderHistory(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The latest attempt that the ledger knows of. */
  Optional<Order> find(String orderId) {
    List<LedgerItem> items = ledger.itemsOf(orderId);
    OptionalLong latest = items.stream().mapToLong(LedgerItem::attempt).max();
    return latest.isEmpty() ? Optional.empty() : attemptOf(items, latest.getAsLong());
  }

  Optional<Order> find(String orderId, long attempt) {
    return attemptOf(ledger.itemsOf(orderId), attempt);
  }

  /** Each attempt may have asked for other promotions. */
  private static Optional<Order> attemptOf(List<LedgerItem> items, long attempt) {
    List<LedgerItem> its = items.stream().filter(item -> item.attempt() == attempt).toList();
    return its.isEmpty() ? Optional.empty() : Optional.of(toOrder(its));
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
