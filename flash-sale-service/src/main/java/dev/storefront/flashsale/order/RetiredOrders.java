package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.LedgerEntry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Shortens the life of records that MySQL can decide without, once their time to pay is over, and
 * has their ids stay taken. A record that is missed here goes with its sale's keys: nobody waits
 * for this, and nothing depends on it.
 */
@Component
class RetiredOrders implements LedgerEntry.Follower {

  private static final Logger log = LoggerFactory.getLogger(RetiredOrders.class);

  private final OrderRecords records;

  RetiredOrders(OrderRecords records) {
    this.records = records;
  }

  @Override
  public void stored(List<LedgerEntry> entries) {
    for (LedgerEntry entry : entries) {
      records
          .retire(
              entry.orderId(),
              entry.attempt(),
              entry.promotionId(),
              statusOf(entry.kind()),
              saysThatItWasGrabbed(entry))
          .exceptionally(
              error -> {
                log.debug("{} keeps its record for long: {}", entry.orderId(), error.toString());
                return 0L;
              });
    }
  }

  /** A GRAB's attempt may come to nothing; so did one that is cancelled without a reason. */
  private static boolean saysThatItWasGrabbed(LedgerEntry entry) {
    return entry.kind() == LedgerEntry.Kind.PAY || entry.reason() != null;
  }

  private static OrderStatus statusOf(LedgerEntry.Kind kind) {
    return switch (kind) {
      case GRAB -> OrderStatus.GRABBED;
      case PAY -> OrderStatus.PAID;
      case CANCEL -> OrderStatus.CANCELLED;
    };
  }
}
