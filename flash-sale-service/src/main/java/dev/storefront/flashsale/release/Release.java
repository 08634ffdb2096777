package dev.storefront.flashsale.release;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.Unpaid;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.units.Leave;
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
    Optional<Order> found = orders.find(orderId);
    if (found.isEmpty()) {
      return cancelByLedger(orderId, owner, reason, alsoPaid);
    }
    if (isAnothers(found.get(), owner)) {
      return new ReleaseOutcome.Unknown();
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
    if (now.isEmpty()) {
      return cancelByLedger(orderId, owner, reason, alsoPaid);
    }
    return now.get().status() == OrderStatus.PAID
        ? new ReleaseOutcome.Paid()
        : new ReleaseOutcome.Unknown();
  }

  /** Of an order without a record, only what has been decided before can be carried further. */
  private ReleaseOutcome cancelByLedger(
      String orderId, @Nullable String owner, CancelReason reason, boolean alsoPaid) {
    Optional<Order> found = orders.findInLedger(orderId).filter(order -> !isAnothers(order, owner));
    if (found.isEmpty()) {
      return new ReleaseOutcome.Unknown();
    }
    OrderStatus status = found.get().status();
    if (status == OrderStatus.PAID && alsoPaid) {
      Order cancelled = found.get().cancelled(reason);
      units.note(cancelled.pending(Kind.CANCEL), clock.instant()).join();
      carryOutCancel(cancelled);
      return new ReleaseOutcome.Done(cancelled);
    }
    return switch (status) {
      case CANCELLED -> new ReleaseOutcome.Done(found.get());
      case PAID -> new ReleaseOutcome.Paid();
      default -> new ReleaseOutcome.Undecidable();
    };
  }

  private static boolean isAnothers(Order order, @Nullable String owner) {
    return owner != null && !owner.equals(order.pin());
  }

  /** Marks a grabbed order as paid: from now on no time-out releases it. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "pay-grab"})
  ReleaseOutcome pay(String orderId) {
    Optional<Order> found = orders.find(orderId);
    if (found.isEmpty()) {
      return payByLedger(orderId);
    }
    if (!found.get().status().isVisible()) {
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
    if (now.isEmpty()) {
      return payByLedger(orderId);
    }
    return now.get().status() == OrderStatus.CANCELLED
        ? new ReleaseOutcome.Released()
        : new ReleaseOutcome.Unknown();
  }

  private ReleaseOutcome payByLedger(String orderId) {
    Optional<Order> found = orders.findInLedger(orderId);
    if (found.isEmpty()) {
      return new ReleaseOutcome.Unknown();
    }
    return switch (found.get().status()) {
      case PAID -> new ReleaseOutcome.Done(found.get());
      case CANCELLED -> new ReleaseOutcome.Released();
      default -> new ReleaseOutcome.Undecidable();
    };
  }

  /**
   * Ends an attempt of which the ledger says that its time to pay is over. Redis decides: if it
   * knows better, the ledger is told.
   */
  void expire(Unpaid unpaid) {
    Optional<Order> record = orders.find(unpaid.orderId());
    if (record.isPresent() && record.get().attempt() == unpaid.attempt()) {
      carryOut(record.get());
      return;
    }
    // Redis has forgotten or lost the attempt, or a later one has begun, which none does before the
    // earlier has come to nothing. Where Redis still holds units for it, they come back.
    orders
        .findInLedger(unpaid.orderId(), unpaid.attempt())
        .ifPresent(order -> carryOutByLedger(order, record.isEmpty()));
  }

  private void carryOut(Order order) {
    switch (order.status()) {
      case GRABBED -> cancel(order.orderId(), null, CancelReason.PAYMENT_TIMEOUT, false);
      case PAID -> carryOutPayment(order);
      // FREE or REFUSED: it came to nothing, and who was to tell the ledger did not live to do it.
      case CANCELLED, FREE, REFUSED -> carryOutCancel(order);
      case CLAIMED -> {
        // Under way: its grab or the sweep decides.
      }
    }
  }

  private void carryOutByLedger(Order order, boolean wasGrabbed) {
    if (order.status() == OrderStatus.PAID) {
      carryOutPayment(order);
    } else {
      carryOutCancel(wasGrabbed ? order.cancelled(CancelReason.PAYMENT_TIMEOUT) : order);
    }
  }

  private void carryOutCancel(Order order) {
    List<PendingEntry> notes = order.pending(Kind.CANCEL);
    Leave leave = order.status() == OrderStatus.CANCELLED ? Leave.CANCELLATION : Leave.TOMBSTONE;
    CompletableFuture.allOf(
            notes.stream()
                .map(note -> units.giveBack(note, leave))
                .toArray(CompletableFuture[]::new))
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
