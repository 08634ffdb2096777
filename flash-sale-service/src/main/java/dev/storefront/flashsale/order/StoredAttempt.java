package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.LedgerItem;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An attempt as its rows in MySQL have it. An order's items lie in several partitions of the topic,
 * which arrive each by itself: so each row tells all that was asked for.
 *
 * @param order with all of its items, also those that have no row yet
 * @param complete false if nothing is known of some of them, so that it cannot be told yet whether
 *     the attempt succeeded
 */
record StoredAttempt(Order order, boolean complete) {

  /**
   * @param rows of the order, of whatever attempts
   * @return empty if none is of this attempt
   * @throws UnreadableException if this version cannot read them
   */
  static Optional<StoredAttempt> of(List<LedgerItem> rows, long attempt) {
    List<LedgerItem> its = rows.stream().filter(row -> row.attempt() == attempt).toList();
    return its.isEmpty()
        ? Optional.empty()
        : Optional.of(UnreadableException.reading("An order's rows", () -> of(its, rows)));
  }

  private static StoredAttempt of(List<LedgerItem> its, List<LedgerItem> rows) {
    LedgerItem first = its.get(0);
    List<OrderItem> items = items(its);
    boolean missing = items.size() > its.size();
    boolean overtaken =
        missing
            && rows.stream().anyMatch(row -> row.attempt() > first.attempt() && has(items, row));
    String reason = firstOf(its.stream().map(LedgerItem::reason)).orElse(null);
    OrderStatus status = overtaken ? OrderStatus.FREE : statusOf(its, reason != null);
    Order order =
        new Order(
            first.orderId(),
            status,
            first.attempt(),
            first.pin(),
            first.ip(),
            items,
            firstOf(its.stream().map(LedgerItem::expiresAt)).orElse(null),
            CancelReason.ofLedger(reason));
    return new StoredAttempt(order, !missing || !status.holdsUnits());
  }

  /**
   * The order, if MySQL has all that was ever sent of it: what is missing then was never
   * acknowledged, so that the attempt came to nothing.
   */
  Order settled() {
    return complete ? order : order.over(OrderStatus.FREE);
  }

  private static List<OrderItem> items(List<LedgerItem> its) {
    List<OrderItem> known =
        its.stream()
            .map(row -> new OrderItem(row.promotionId(), row.quantity(), row.remaining()))
            .toList();
    return firstOf(its.stream().map(LedgerItem::items))
        .map(asked -> OrderItem.decode(asked).stream().map(item -> known(item, known)).toList())
        .orElse(known);
  }

  private static OrderItem known(OrderItem asked, List<OrderItem> known) {
    return known.stream()
        .filter(item -> item.promotionId() == asked.promotionId())
        .findFirst()
        .orElse(asked);
  }

  private static boolean has(List<OrderItem> items, LedgerItem row) {
    return items.stream().anyMatch(item -> item.promotionId() == row.promotionId());
  }

  /**
   * What became of one item became of all: the furthest is the truth. What was cancelled without a
   * reason is an attempt that came to nothing.
   */
  private static OrderStatus statusOf(List<LedgerItem> its, boolean forAReason) {
    List<OrderStatus> statuses =
        its.stream().map(row -> OrderStatus.valueOf(row.status())).toList();
    if (statuses.contains(OrderStatus.CANCELLED)) {
      return forAReason ? OrderStatus.CANCELLED : OrderStatus.FREE;
    }
    return statuses.contains(OrderStatus.PAID) ? OrderStatus.PAID : OrderStatus.GRABBED;
  }

  private static <T> Optional<T> firstOf(Stream<T> values) {
    return values.filter(Objects::nonNull).findFirst();
  }
}
