package dev.storefront.flashsale.release;

import dev.storefront.common.health.Replies;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.Units;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Ends orders: cancels them or lets them be paid. Each goes: note what is begun, decide (on the
 * order's record, or in MySQL), carry it out, forget the note. A crash between any two steps leaves
 * the note, and {@link PendingSweep} carries on; each step may be repeated.
 */
@Service
class Release {

  private final Orders orders;
  private final Units units;
  private final LedgerRoute ledger;
  private final Clock clock;

  Release(Orders orders, Units units, LedgerRoute ledger, Clock clock) {
    this.orders = orders;
    this.units = units;
    this.ledger = ledger;
    this.clock = clock;
  }

  /**
   * Releases an order's units. An order whose grab is still under way is cancelled too: the grab
   * will find that out.
   *
   * @param owner whose order it has to be, null for anyone's
   * @param alsoPaid true if a paid order may be cancelled
   */
  @UseCase("cancel-grab")
  ReleaseOutcome cancel(
      String orderId, @Nullable String owner, CancelReason reason, boolean alsoPaid) {
    Optional<Order> found = find(orderId).filter(order -> !isAnothers(order, owner));
    if (found.isEmpty()) {
      return ReleaseOutcome.UNKNOWN;
    }
    Set<OrderStatus> from = EnumSet.of(OrderStatus.CLAIMED, OrderStatus.GRABBED);
    if (alsoPaid) {
      from.add(OrderStatus.PAID);
    }
    return cancel(found.get(), from, reason);
  }

  private ReleaseOutcome cancel(Order order, Set<OrderStatus> from, CancelReason reason) {
    List<PendingEntry> notes = order.cancelled(reason).pending(Kind.CANCEL);
    units.note(notes, clock.instant()).join();
    Optional<Order> now = orders.cancel(order, from, reason);
    if (now.isPresent() && now.get().status() == OrderStatus.CANCELLED) {
      carryOutCancel(now.get(), notes);
      return new ReleaseOutcome.Done(now.get());
    }
    units.settled(notes);
    return now.isPresent() && now.get().status() == OrderStatus.PAID
        ? ReleaseOutcome.PAID
        : ReleaseOutcome.UNKNOWN;
  }

  private Optional<Order> find(String orderId) {
    return LedgerEntry.isOrderId(orderId) ? orders.find(orderId) : Optional.empty();
  }

  private static boolean isAnothers(Order order, @Nullable String owner) {
    return owner != null && !owner.equals(order.pin());
  }

  /** Marks a grabbed order as paid: from now on no time-out releases it. */
  @UseCase("pay-grab")
  ReleaseOutcome pay(String orderId) {
    Optional<Order> found = find(orderId).filter(order -> order.status().isVisible());
    if (found.isEmpty()) {
      return ReleaseOutcome.UNKNOWN;
    }
    if (found.get().status() == OrderStatus.CANCELLED) {
      return ReleaseOutcome.RELEASED;
    }
    List<PendingEntry> notes = found.get().pending(Kind.PAY);
    units.note(notes, clock.instant()).join();
    Optional<Order> now = orders.pay(found.get());
    if (now.isPresent() && now.get().status() == OrderStatus.PAID) {
      carryOutPayment(now.get());
      return new ReleaseOutcome.Done(now.get());
    }
    units.settled(notes);
    return now.isPresent() && now.get().status() == OrderStatus.CANCELLED
        ? ReleaseOutcome.RELEASED
        : ReleaseOutcome.UNKNOWN;
  }

  /**
   * Ends an attempt of which the ledger says that its time to pay is over. As a rule it was grabbed
   * and nothing else, as the ledger has it; its record is read only if it was not.
   */
  void expire(LedgerItem unpaid) {
    boolean cancelled =
        Order.ofOneItem(unpaid)
            .map(this::timeOut)
            .filter(ReleaseOutcome.Done.class::isInstance)
            .isPresent();
    if (!cancelled) {
      orders.find(unpaid.orderId(), unpaid.attempt()).ifPresent(this::carryOut);
    }
  }

  private ReleaseOutcome timeOut(Order order) {
    return cancel(order, EnumSet.of(OrderStatus.GRABBED), CancelReason.PAYMENT_TIMEOUT);
  }

  private void carryOut(Order order) {
    switch (order.status()) {
      case GRABBED -> timeOut(order);
      case PAID -> carryOutPayment(order);
      // FREE or REFUSED: it came to nothing, and who was to tell the ledger did not live to do it.
      case CANCELLED, FREE, REFUSED -> {
        Order over = order.cancelledAnyway(CancelReason.PAYMENT_TIMEOUT);
        carryOutCancel(over, over.pending(Kind.CANCEL));
      }
      case CLAIMED -> {
        // Under way: its grab or the sweep decides.
      }
    }
  }

  private void carryOutCancel(Order order, List<PendingEntry> notes) {
    Leave leave = order.status() == OrderStatus.CANCELLED ? Leave.CANCELLATION : Leave.TOMBSTONE;
    Replies.all(notes.stream().map(note -> units.release(note, leave))).join();
    ledger.append(order.entries(Kind.CANCEL, clock.instant())).join();
    units.settled(notes);
    units.settled(order.pending(Kind.GRAB));
  }

  private void carryOutPayment(Order order) {
    ledger.append(order.entries(Kind.PAY, clock.instant())).join();
    units.settled(order.pending(Kind.PAY));
  }
}
