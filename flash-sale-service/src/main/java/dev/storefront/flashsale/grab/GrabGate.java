package dev.storefront.flashsale.grab;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Bounds how many grabs this instance has under way, and closes them all. Both are switches. What
 * waits for a thread counts as under way: with fewer threads than the bound it would else never be
 * met.
 */
@Component
class GrabGate {

  private static final int CONCURRENCY = 1_000;
  private static final int MOST = 100_000;

  private final Switch<Integer> concurrencyLimit;
  private final Switch<Boolean> closed;
  private final WaitingRequests waiting;
  private final AtomicInteger underWay = new AtomicInteger();

  GrabGate(Switches switches, WaitingRequests waiting) {
    this.waiting = waiting;
    concurrencyLimit = switches.defineInt("grab-concurrency-limit", CONCURRENCY, 0, MOST);
    closed = switches.defineBoolean("grabs-closed", false);
  }

  GrabOutcome pass(Supplier<GrabOutcome> grab) {
    if (closed.get()) {
      return new GrabOutcome.Refused(Refusal.of(Refusal.Reason.UNAVAILABLE));
    }
    try {
      return underWay.incrementAndGet() + waiting.count() > concurrencyLimit.get()
          ? new GrabOutcome.Refused(Refusal.of(Refusal.Reason.TOO_BUSY))
          : grab.get();
    } finally {
      underWay.decrementAndGet();
    }
  }
}
