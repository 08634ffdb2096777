package dev.storefront.flashsale.order;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.barrier.LossBarriers;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.ledger.LockedOrders;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Orders as MySQL has them, for as long as the ledger is kept, and decisions on those that have no
 * record: before one, MySQL gets to know all that was sent to the ledger's topic. MySQL is behind
 * what was released in Redis, so an attempt of which a reservation says that it is over is over.
 *
 * <p>Whatever has to wait for the topic throws {@link BackendUnavailableException}, and nothing was
 * decided, if Kafka does not answer or MySQL does not get to know all within seconds.
 */
@Component
class PastOrders {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private final LedgerStore ledger;
  private final LockedOrders orders;
  private final OffsetBarriers barriers;
  private final LossBarriers losses;
  private final OrderReservations reservations;
  private final Clock clock;

  PastOrders(
      LedgerStore ledger,
      LockedOrders orders,
      OffsetBarriers barriers,
      LossBarriers losses,
      OrderReservations reservations,
      Clock clock) {
    this.ledger = ledger;
    this.orders = orders;
    this.barriers = barriers;
    this.losses = losses;
    this.reservations = reservations;
    this.clock = clock;
  }

  /**
   * The latest attempt that the ledger knows of. Waits for the topic if it has but a part of it.
   */
  Optional<Order> find(String orderId) {
    return findLatest(orderId, attempt -> true);
  }

  /** The same of those that began before this one. */
  Optional<Order> findBefore(String orderId, long later) {
    return findLatest(orderId, attempt -> attempt < later);
  }

  private Optional<Order> findLatest(String orderId, LongPredicate wanted) {
    List<LedgerItem> rows = ledger.itemsOf(orderId);
    OptionalLong latest = rows.stream().mapToLong(LedgerItem::attempt).filter(wanted).max();
    return latest.isEmpty() ? Optional.empty() : find(rows, latest.getAsLong());
  }

  /**
   * The latest attempt that clients see, once MySQL has all that was acknowledged before a
   * generation of Redis: of one that Redis may have lost.
   *
   * @param over an attempt that is known to be over, 0 if none is
   */
  Optional<Order> findLost(String orderId, long generation, long over) {
    losses.await(generation);
    List<LedgerItem> rows = ledger.itemsOf(orderId);
    return rows.stream()
        .map(LedgerItem::attempt)
        .filter(attempt -> attempt != over)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .flatMap(attempt -> find(rows, attempt).stream())
        .filter(order -> order.status().isVisible())
        .findFirst();
  }

  /** One attempt. Waits for the topic if MySQL has but a part of it. */
  Optional<Order> find(String orderId, long attempt) {
    return find(ledger.itemsOf(orderId), attempt);
  }

  private Optional<Order> find(List<LedgerItem> rows, long attempt) {
    Optional<StoredAttempt> found = StoredAttempt.of(rows, attempt);
    return found.filter(stored -> !stored.complete()).isPresent()
        ? settled(found.get().order())
        : found.map(StoredAttempt::order).map(this::asReservationsTell);
  }

  /**
   * Of items that are to be paid and belong to orders of several, those whose attempt is over, by
   * what the ledger has of the others: read at once, for after a loss of all records these are
   * many.
   */
  List<LedgerItem> overAmong(List<LedgerItem> items) {
    List<LedgerItem> some =
        items.stream().filter(item -> item.items() != null && item.isUnpaid()).toList();
    Map<String, List<LedgerItem>> rows =
        ledger.itemsOf(some.stream().map(LedgerItem::orderId).toList());
    return some.stream().filter(item -> isOver(item, rows.get(item.orderId()))).toList();
  }

  private boolean isOver(LedgerItem item, @Nullable List<LedgerItem> rows) {
    try {
      return rows != null
          && find(rows, item.attempt()).filter(now -> !now.status().holdsUnits()).isPresent();
    } catch (UnreadableException anotherVersions) {
      return false;
    }
  }

  /** One attempt, once MySQL has all that was sent for this promotion. */
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
    return decide(order, from, Kind.CANCEL, now -> now.cancelled(reason))
        .map(now -> now.cancelledAnyway(reason));
  }

  private Optional<Order> decide(
      Order order, Set<OrderStatus> from, Kind kind, UnaryOperator<Order> change) {
    Optional<Order> over = settled(order).filter(now -> !now.status().holdsUnits());
    return over.isPresent() ? over : decideInMySql(order, from, kind, change);
  }

  private Optional<Order> decideInMySql(
      Order order, Set<OrderStatus> from, Kind kind, UnaryOperator<Order> change) {
    return settled(
        orders.decide(
            order.orderId(),
            rows ->
                settled(rows, order.attempt())
                    .filter(now -> from.contains(now.status()))
                    .map(now -> change.apply(now).entries(kind, clock.instant()))
                    .orElse(List.<LedgerEntry>of())),
        order.attempt());
  }

  /** The attempt, once MySQL has all that was sent of it. */
  private Optional<Order> settled(Order order) {
    await(order.items().stream().map(OrderItem::promotionId).toList());
    return settled(ledger.itemsOf(order.orderId()), order.attempt()).map(this::asReservationsTell);
  }

  private static Optional<Order> settled(List<LedgerItem> rows, long attempt) {
    return StoredAttempt.of(rows, attempt).map(StoredAttempt::settled);
  }

  private Order asReservationsTell(Order order) {
    return order.status().holdsUnits()
        ? reservations.endingOf(order).map(order::over).orElse(order)
        : order;
  }

  private void await(Collection<Long> promotions) {
    if (!barriers.await(promotions, LONGEST_WAIT)) {
      throw new BackendUnavailableException(
          "ledger", false, new TimeoutException("MySQL is behind the topic"));
    }
  }
}
