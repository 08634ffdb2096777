package dev.storefront.flashsale.ledger;

import dev.storefront.common.kafka.EventPublisher;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * What happened to units. Written to Kafka, in order for each promotion; read as MySQL has it,
 * which is behind by as much as the consumer is, usually milliseconds.
 */
@Component
public class Ledger {

  private static final String TOPIC = "flash-sale-ledger";

  private final EventPublisher publisher;
  private final LedgerStore store;

  Ledger(EventPublisher publisher, LedgerStore store) {
    this.publisher = publisher;
    this.store = store;
  }

  /**
   * Appends the entries. Completes when Kafka has acknowledged all of them; after a failure each
   * may have been written or not.
   */
  public CompletableFuture<Void> append(List<LedgerEntry> entries) {
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (LedgerEntry entry : entries) {
      CompletableFuture<Void> send =
          publisher.publish(TOPIC, Long.toString(entry.promotionId()), entry);
      sends.add(send);
      if (send.isCompletedExceptionally()) {
        // No broker is known: each further send would only block for as long again.
        break;
      }
    }
    return CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new));
  }

  /** An order's items by promotion, empty if the ledger has none. */
  public List<LedgerItem> itemsOf(String orderId) {
    return store.itemsOf(orderId);
  }

  /** What the entries of a promotion come to. */
  public LedgerTotals totalsOf(long promotionId) {
    return store.totals(promotionId);
  }

  /** Orders that should have been paid by {@code now} and are neither paid nor cancelled. */
  public List<String> unpaid(Instant now, int max) {
    return store.unpaid(now, max);
  }
}
