package dev.storefront.flashsale.release;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.units.Units;
import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Ends orders: cancels them or lets them be paid. Each goes: note what is begun, decide on the
 * order's record, carry it out, forget the note. A crash between any two steps leaves the note, and
 * {@link PendingSweep} carries on; each step may be repeated.
 */
@Service
class Release {

  private final Orders orders;
  private final Units units;
  private final Ledger ledger;
  private final Clock clock;

  Release(Orders orders, Units units, Ledger ledger, Clock clock) {
    this.orders = orders;
    this.units = units;
    this.ledger = ledger;
    this.clock = clock;
  }

  /**
   * Gives an order's units back. An order whose grab is still under way is cancelled too: the grab
   * will find that out.
   *
   * @param owner whose order it has to be, null for anyone's
   * @param alsoPaid true if a paid order may be cancelled
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "cancel-grab"})
  ReleaseOutcome cancel(
      String orderId, @Nullable String owner, CancelReason reason, boolean alsoPaid) {
    Optional<Order> found =
        orders.find(orderId).filter(order -> owner == null || owner.equals(order.pin()));
    if (found.isEmpty()) {
      return orders
          .findGrabbed(orderId, owner)
          .filter(order -> order.status() == OrderStatus.CANCELLED)
          .<ReleaseOutcome>map(ReleaseOutcome.Done::new)
          .orElseGet(ReleaseOutcome.Unknown::new);
    }
    Set<OrderStatus> from = EnumSet.of(OrderStatus.CLAIMED, OrderStatus.GRABBED);
    if (alsoPaid) {
      from.add(OrderStatus.PAID);
    }
    List<PendingEntry> notes = found.get().pending(Kind.CANCEL);
    units.note(notes, clock.instant()).join();
    Optional<Order> now = orders.cancel(orderId, from, reason).order();
    if (now.isPresent() && now.get().status() == OrderStatus.CANCELLED) {
      carryOutCancel(now.get());
      return new ReleaseOutcome.Done(now.get());
    }
    units.settled(notes);
    return now.isPresent() && now.get().status() == OrderStatus.PAID
        ? new ReleaseOutcome.Paid()
        : new ReleaseOutcome.Unknown();
  }

  /** Marks a grabbed order as paid: from now on no time-out releases it. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "pay-grab"})
  ReleaseOutcome pay(String orderId) {
    Optional<Order> found = orders.findGrabbed(orderId, null);
    if (found.isEmpty()) {
      return new ReleaseOutcome.Unknown();
    }
    if (found.get().status() == OrderStatus.CANCELLED) {
      return new ReleaseOutcome.Released();
    }
    List<PendingEntry> notes = found.get().pending(Kind.PAY);
    units.note(notes, clock.instant()).join();
    Optional<Order> now = orders.pay(orderId).order();
    if (now.isPresent() && now.get().status() == OrderStatus.PAID) {
      carryOutPayment(now.get());
      return new ReleaseOutcome.Done(now.get());
    }
    units.settled(notes);
    return now.isPresent() && now.get().status() == OrderStatus.CANCELLED
        ? new ReleaseOutcome.Released()
        : new ReleaseOutcome.Unknown();
  }

  /**
   * Ends an order of which the ledger says that its time to pay is over. Redis decides: if it knows
   * better, the ledger is told.
   */
  void expire(String orderId) {
    Optional<Order> found = orders.find(orderId);
    if (found.isPresent()) {
      carryOut(found.get());
      return;
    }
    // Redis has forgotten or lost the order; where it still holds units, they come back.
    Optional<Order> inLedger = orders.findInLedger(orderId);
    if (inLedger.isPresent() && inLedger.get().status() == OrderStatus.PAID) {
      carryOutPayment(inLedger.get());
    } else {
      inLedger.ifPresent(this::carryOutCancel);
    }
  }

  private void carryOut(Order order) {
    switch (order.status()) {
      case GRABBED -> cancel(order.orderId(), null, CancelReason.PAYMENT_TIMEOUT, false);
      case PAID -> carryOutPayment(order);
      case CANCELLED -> carryOutCancel(order);
      case FREE, CLAIMED, REFUSED -> {
        // An attempt that never succeeded: its pending entries are settled, not the order.
      }
    }
  }

  private void carryOutCancel(Order order) {
    List<PendingEntry> notes = order.pending(Kind.CANCEL);
    CompletableFuture.allOf(notes.stream().map(units::giveBack).toArray(CompletableFuture[]::new))
        .join();
    ledger.append(order.entries(Kind.CANCEL, clock.instant())).join();
    units.settled(notes);
    units.settled(order.pending(Kind.GRAB));
  }

  private void carryOutPayment(Order order) {
    ledger.append(order.entries(Kind.PAY, clock.instant())).join();
    units.settled(order.pending(Kind.PAY));
  }
}
