package dev.storefront.flashsale.units;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.order.PendingEntry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Gives back what attempts hold that the ledger says others have replaced: an order whose record
 * Redis lost may have taken units of another bucket again. Nobody waits for this: what fails shows
 * as a difference between Redis and the ledger.
 */
@Component
class ReplacedUnits implements Ledger.Follower {

  private static final Logger log = LoggerFactory.getLogger(ReplacedUnits.class);

  private final Units units;

  ReplacedUnits(Units units) {
    this.units = units;
  }

  @Override
  public void stored(List<LedgerEntry> entries) {
    // What was taken stays taken.
  }

  @Override
  public void replaced(List<LedgerEntry> cancellations) {
    cancellations.forEach(this::giveBack);
  }

  private void giveBack(LedgerEntry cancellation) {
    PendingEntry entry = PendingEntry.of(cancellation);
    units
        .giveBack(entry, Leave.TOMBSTONE)
        .thenAccept(
            came -> {
              if (came > 0) {
                log.warn("Grabbed twice, the earlier attempt is undone: {}", entry);
              }
            })
        .exceptionally(
            error -> {
              log.warn("Not undone in Redis: {}: {}", entry, error.toString());
              return null;
            });
  }
}
