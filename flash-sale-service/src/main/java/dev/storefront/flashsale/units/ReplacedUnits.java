package dev.storefront.flashsale.units;

import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.order.PendingEntry;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Releases what attempts hold that the ledger says others have replaced: an order whose record
 * Redis lost may have reserved units of another bucket again. Nobody waits for this: what fails is
 * settled from its note, and what could not even be noted shows as a difference between Redis and
 * the ledger.
 */
@Component
class ReplacedUnits implements LedgerEntry.Follower {

  private static final Logger log = LoggerFactory.getLogger(ReplacedUnits.class);

  private final Units units;
  private final Clock clock;

  ReplacedUnits(Units units, Clock clock) {
    this.units = units;
    this.clock = clock;
  }

  @Override
  public void stored(List<LedgerEntry> entries) {
    // What was reserved stays reserved.
  }

  @Override
  public void replaced(List<LedgerEntry> cancellations) {
    cancellations.forEach(this::release);
  }

  private void release(LedgerEntry cancellation) {
    PendingEntry entry = PendingEntry.of(cancellation);
    List<PendingEntry> note = List.of(entry);
    units
        .note(note, clock.instant())
        .thenCompose(noted -> units.release(entry, Leave.TOMBSTONE))
        .thenCompose(
            came -> {
              if (came > 0) {
                log.warn("Grabbed twice, the earlier attempt is compensated: {}", entry);
              }
              return units.settled(note);
            })
        .exceptionally(
            error -> {
              log.warn("Compensated in Redis later: {}: {}", entry, error.toString());
              return null;
            });
  }
}
