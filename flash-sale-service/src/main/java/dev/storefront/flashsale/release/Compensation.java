package dev.storefront.flashsale.release;

import dev.storefront.common.health.Replies;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.Units;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Compensates an attempt that cannot be completed: first the decision, then the units, so that a
 * duplicate of the request that succeeds meanwhile is never compensated. What cannot be done now,
 * because a server is away, is noted in Redis and is settled later.
 */
@Component
public class Compensation {

  private static final Logger log = LoggerFactory.getLogger(Compensation.class);

  private final Orders orders;
  private final Units units;
  private final LedgerRoute ledger;
  private final Clock clock;

  Compensation(Orders orders, Units units, LedgerRoute ledger, Clock clock) {
    this.orders = orders;
    this.units = units;
    this.ledger = ledger;
    this.clock = clock;
  }

  /** How far an attempt got. */
  public enum Reach {
    /** Every promotion has answered; nothing was sent to the ledger. */
    ANSWERED,
    /** Some script may still arrive; nothing was sent. */
    UNANSWERED,
    /** Its GRAB entries may have been sent. */
    SENT
  }

  /**
   * Compensates the order's attempt. One whose record is gone is left alone: someone may have
   * completed it before, and only MySQL knows. The sweep asks it.
   *
   * @param reach how far the caller's request got; how far a duplicate may have got, the order's
   *     record says
   * @return the order if a duplicate has completed it after all: then nothing was compensated
   */
  public Optional<Order> compensate(Order order, Reach reach) {
    Orders.Move refused = orders.refuse(order);
    Optional<Order> now = refused.order();
    if (now.isEmpty() || now.get().status().holdsUnits()) {
      return now;
    }
    List<PendingEntry> grabs = order.pending(Kind.GRAB);
    boolean alone = refused.moved() && !refused.shared();
    if (alone && reach == Reach.ANSWERED) {
      release(grabs, Leave.NOTHING);
      units.settled(grabs).join();
      orders.free(order, true);
      return Optional.empty();
    }
    List<PendingEntry> reserved = release(grabs, Leave.TOMBSTONE);
    orders.free(order, false);
    if (reserved.isEmpty() || (alone && reach == Reach.UNANSWERED)) {
      units.settled(grabs);
    } else {
      cancelInLedger(order, grabs, reserved);
    }
    return Optional.empty();
  }

  /**
   * Releases what the attempt may have reserved. What an earlier one holds it never reserved: to
   * the ledger a cancellation would say that a later attempt has replaced that one.
   */
  private List<PendingEntry> release(List<PendingEntry> grabs, Leave leave) {
    List<Long> came = Replies.all(grabs.stream().map(grab -> units.release(grab, leave))).join();
    return IntStream.range(0, grabs.size())
        .filter(i -> came.get(i) != Units.EARLIER_HOLDS)
        .mapToObj(grabs::get)
        .toList();
  }

  /** Nobody waits for this: until it succeeds the grabs stay pending. */
  private void cancelInLedger(Order order, List<PendingEntry> grabs, List<PendingEntry> reserved) {
    Instant now = clock.instant();
    ledger
        .append(reserved.stream().map(grab -> grab.toEntry(Kind.CANCEL, null, now)).toList())
        .thenCompose(sent -> units.settled(grabs))
        .whenComplete(
            (done, error) -> {
              if (error != null) {
                log.warn("Order {} is compensated later: {}", order.orderId(), error.toString());
              }
            });
  }
}
