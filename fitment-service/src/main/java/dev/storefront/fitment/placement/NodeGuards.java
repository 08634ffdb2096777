package dev.storefront.fitment.placement;

import dev.storefront.common.degradation.Guard;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * A guard before each Redis node. Checks share it with writes of what changed: it is the same
 * threads that both hold. What restores shelves, or follows other cells, has threads of its own and
 * enters by none.
 */
@Component
class NodeGuards {

  private final CircuitBreakerRegistry breakers;
  private final BulkheadRegistry bulkheads;
  private final CheckProperties settings;
  private final Map<String, Guard> guards = new ConcurrentHashMap<>();

  NodeGuards(
      CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads, CheckProperties settings) {
    this.breakers = breakers;
    this.bulkheads = bulkheads;
    this.settings = settings;
  }

  /** Null if the node must not be asked now. */
  @Nullable Entry tryEnter(String node) {
    Guard guard =
        guards.computeIfAbsent(
            node,
            name -> new Guard(breakers, bulkheads, "redis " + name, settings.callersPerNode()));
    return guard.tryEnter() ? new Entry(guard) : null;
  }

  /** One that asks a node. */
  static final class Entry {

    private final Guard guard;
    private final long begun = System.nanoTime();
    private final AtomicBoolean left = new AtomicBoolean();

    private Entry(Guard guard) {
      this.guard = guard;
    }

    /**
     * The node answered, or nobody waits for it any more; what is told first counts.
     *
     * @param absence null if the node answered
     */
    void leave(@Nullable Throwable absence) {
      if (left.compareAndSet(false, true)) {
        guard.leave(System.nanoTime() - begun, absence);
      }
    }
  }
}
