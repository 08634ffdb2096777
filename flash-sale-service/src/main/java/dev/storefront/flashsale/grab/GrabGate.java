package dev.storefront.flashsale.grab;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.flashsale.ledger.LedgerRoute;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Bounds how many grabs this instance has under way, more narrowly while they are written to MySQL
 * without Kafka, and closes them all. All three are switches. What waits for a thread counts as
 * under way: with fewer threads than the bound it would else never be met.
 */
@Component
class GrabGate {

  private static final int CONCURRENCY = 1_000;

  /** Fewer than MySQL connections: payments, cancellations and time-outs need some too. */
  private static final int DIRECT_CONCURRENCY = 12;

  private static final Duration AFTER_MAINTENANCE = Duration.ofSeconds(30);
  private static final int MOST = 100_000;

  private final Switch<Integer> concurrencyLimit;
  private final Switch<Integer> directConcurrencyLimit;
  private final Switch<Boolean> closed;
  private final LedgerRoute ledger;
  private final WaitingRequests waiting;
  private final AtomicInteger underWay = new AtomicInteger();

  GrabGate(
      Switches switches,
      LedgerRoute ledger,
      WaitingRequests waiting,
      @Value("${spring.datasource.hikari.maximum-pool-size}") int connections) {
    this.ledger = ledger;
    this.waiting = waiting;
    concurrencyLimit = switches.defineInt("grab-concurrency-limit", CONCURRENCY, 0, MOST);
    int most = connections - 1;
    directConcurrencyLimit =
        switches.defineInt("direct-concurrency-limit", Math.min(DIRECT_CONCURRENCY, most), 0, most);
    closed = switches.defineBoolean("grabs-closed", false);
  }

  GrabOutcome pass(Supplier<GrabOutcome> grab) {
    if (closed.get()) {
      return new Refusal(Refusal.Reason.CLOSED, null, AFTER_MAINTENANCE);
    }
    try {
      return underWay.incrementAndGet() + waiting.count() > limit()
          ? Refusal.of(Refusal.Reason.TOO_BUSY)
          : grab.get();
    } finally {
      underWay.decrementAndGet();
    }
  }

  private int limit() {
    int limit = concurrencyLimit.get();
    return ledger.isDirect() ? Math.min(limit, directConcurrencyLimit.get()) : limit;
  }
}
