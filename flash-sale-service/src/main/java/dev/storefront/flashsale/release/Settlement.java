package dev.storefront.flashsale.release;

import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.order.UnreadableException;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.PendingNote;
import dev.storefront.flashsale.units.Units;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Settles a pending entry that someone left behind. The order's record says what was decided, or
 * MySQL and the reservations where there is none; where nothing was, the attempt is refused.
 */
@Component
class Settlement {

  private final Orders orders;
  private final Units units;
  private final LedgerRoute ledger;
  private final Clock clock;

  Settlement(Orders orders, Units units, LedgerRoute ledger, Clock clock) {
    this.orders = orders;
    this.units = units;
    this.ledger = ledger;
    this.clock = clock;
  }

  /**
   * Carries out what was decided, and forgets the note.
   *
   * @param asksMySql false to leave alone what only MySQL can decide
   * @return false if it was left alone
   * @throws UnreadableException if this version cannot read the note, or what is stored of the
   *     order
   */
  boolean settle(PendingNote note, boolean asksMySql) {
    PendingEntry entry = note.entry().orElseThrow(() -> new UnreadableException("The note"));
    Optional<Order> order = onRecord(entry);
    if (order.isEmpty()) {
      if (!asksMySql) {
        return false;
      }
      order = orders.settledInLedger(entry.orderId(), entry.attempt(), entry.promotionId());
    }
    carryOut(entry, order);
    units.settled(note).join();
    return true;
  }

  /** The entry's attempt, of whatever status but under way; empty if it has no record. */
  private Optional<Order> onRecord(PendingEntry entry) {
    Optional<Order> order = orders.onRecord(entry.orderId(), entry.attempt());
    return order.filter(o -> o.status() == OrderStatus.CLAIMED).isPresent()
        ? orders.refuse(order.get()).order()
        : order;
  }

  private void carryOut(PendingEntry entry, Optional<Order> order) {
    OrderStatus status = order.map(Order::status).orElse(OrderStatus.FREE);
    if (!status.isVisible()) {
      release(entry, null);
    } else if (status == OrderStatus.CANCELLED) {
      CancelReason reason = order.map(Order::reason).orElse(entry.reason());
      if (reason != null) {
        release(entry, reason);
      }
      // Else only a reservation says so, beside which the cancellation's own note lies, with its
      // reason.
    } else if (status == OrderStatus.PAID && entry.kind() == Kind.PAY) {
      append(entry.toEntry(Kind.PAY, null, clock.instant()));
    }
  }

  private void release(PendingEntry entry, @Nullable CancelReason reason) {
    long came = units.release(entry, reason == null ? Leave.TOMBSTONE : Leave.CANCELLATION).join();
    if (came == Units.EARLIER_HOLDS && reason == null) {
      // To the ledger a cancellation would say that this attempt has replaced the one that holds.
      return;
    }
    append(entry.toEntry(Kind.CANCEL, reason, clock.instant()));
  }

  private void append(LedgerEntry entry) {
    ledger.append(List.of(entry)).join();
  }
}
