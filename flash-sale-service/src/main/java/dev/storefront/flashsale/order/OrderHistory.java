package dev.storefront.flashsale.order;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.horizon.LedgerHorizon;
import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerItem;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Orders as MySQL has them, for as long as the ledger is kept, and decisions on those that have no
 * record: before one, MySQL gets to know all that was sent to the ledger's topic.
 */
@Component
class OrderHistory {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private final Ledger ledger;
  private final LedgerHorizon horizon;
  private final Clock clock;

  OrderHistory(Ledger ledger, LedgerHorizon horizon, Clock clock) {
    this.ledger = ledger;
    this.horizon = horizon;
    this.clock = clock;
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

  /** The same, once MySQL has all that was sent for this promotion. */
  Optional<Order> findSettled(String orderId, long attempt, long promotionId) {
    await(List.of(promotionId));
    return find(orderId, attempt);
  }

  /** The attempt as it is now: paid, if it was grabbed. */
  Optional<Order> pay(Order order) {
    return decide(order, Set.of(OrderStatus.GRABBED), Kind.PAY, Order::paid);
  }

  /** The attempt as it is now: cancelled, if it was one of these. */
  Optional<Order> cancel(Order order, Set<OrderStatus> from, CancelReason reason) {
    return decide(order, from, Kind.CANCEL, now -> now.cancelled(reason));
  }

  private Optional<Order> decide(
      Order order, Set<OrderStatus> from, Kind kind, UnaryOperator<Order> change) {
    await(order.items().stream().map(OrderItem::promotionId).toList());
    return attemptOf(
        ledger.decide(
            order.orderId(),
            items ->
                attemptOf(items, order.attempt())
                    .filter(now -> from.contains(now.status()))
                    .map(now -> change.apply(now).entries(kind, clock.instant()))
                    .orElse(List.<LedgerEntry>of())),
        order.attempt());
  }

  private void await(Collection<Long> promotions) {
    if (!horizon.await(promotions, LONGEST_WAIT)) {
      throw new BackendUnavailableException(
          "ledger", false, new TimeoutException("MySQL is behind the topic"));
    }
  }

  /** Each attempt may have asked for other promotions. */
  private static Optional<Order> attemptOf(List<LedgerItem> items, long attempt) {
    List<LedgerItem> its = items.stream().filter(item -> item.attempt() == attempt).toList();
    return its.isEmpty() ? Optional.empty() : Optional.of(toOrder(its));
  }

  private static Order toOrder(List<LedgerItem> items) {
    LedgerItem first = items.get(0);
    String reason =
        items.stream().map(LedgerItem::reason).filter(Objects::nonNull).findFirst().orElse(null);
    return new Order(
        first.orderId(),
        statusOf(items, reason != null),
        first.attempt(),
        first.pin(),
        first.ip(),
        items.stream()
            .map(i -> new OrderItem(i.promotionId(), i.quantity(), i.remaining()))
            .toList(),
        items.stream().map(LedgerItem::expiresAt).filter(Objects::nonNull).findFirst().orElse(null),
        reason == null ? null : CancelReason.valueOf(reason));
  }

  /**
   * An order's items lie in several partitions: for a moment one may be ahead of another. What was
   * cancelled without a reason is an attempt that came to nothing.
   */
  private static OrderStatus statusOf(List<LedgerItem> items, boolean forAReason) {
    List<OrderStatus> statuses =
        items.stream().map(item -> OrderStatus.valueOf(item.status())).toList();
    return Stream.of(OrderStatus.PAID, OrderStatus.GRABBED)
        .filter(statuses::contains)
        .findFirst()
        .orElse(forAReason ? OrderStatus.CANCELLED : OrderStatus.FREE);
  }
}
