package dev.storefront.flashsale.release;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.Units;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Undoes an attempt that cannot be completed: first the decision, then the units, so that a
 * duplicate of the request that succeeds meanwhile is never undone. What cannot be done now,
 * because a server is away, is noted in Redis and is settled later.
 */
@Component
public class Undo {

  private static final Logger log = LoggerFactory.getLogger(Undo.class);

  private final Orders orders;
  private final Units units;
  private final Ledger ledger;
  private final Clock clock;

  Undo(Orders orders, Units units, Ledger ledger, Clock clock) {
    this.orders = orders;
    this.units = units;
    this.ledger = ledger;
    this.clock = clock;
  }

  /**
   * Undoes the order's attempt.
   *
   * @param sent true if the caller may have sent this attempt's GRAB entries; whether a duplicate
   *     may have, the order's record says
   * @return the order if a duplicate has completed it after all: then nothing was undone
   */
  public Optional<Order> undo(Order order, boolean sent) {
    Orders.Move refused = orders.refuse(order);
    Optional<Order> now = refused.order();
    if (now.isPresent() && isCompleted(now.get(), order)) {
      return now;
    }
    List<PendingEntry> grabs = order.pending(Kind.GRAB);
    CompletableFuture.allOf(
            grabs.stream()
                .map(grab -> units.giveBack(grab, Leave.TOMBSTONE))
                .toArray(CompletableFuture[]::new))
        .join();
    orders.free(order);
    if (sent || refused.shared()) {
      compensate(order, grabs);
    } else {
      units.settled(grabs);
    }
    return Optional.empty();
  }

  private static boolean isCompleted(Order now, Order attempted) {
    return now.attempt() == attempted.attempt() && now.status().holdsUnits();
  }

  /** Nobody waits for this: until it succeeds the grabs stay pending. */
  private void compensate(Order order, List<PendingEntry> grabs) {
    ledger
        .append(order.entries(Kind.CANCEL, clock.instant()))
        .thenCompose(sent -> units.settled(grabs))
        .whenComplete(
            (done, error) -> {
              if (error != null) {
                log.warn("Order {} is compensated later: {}", order.orderId(), error.toString());
              }
            });
  }
}
