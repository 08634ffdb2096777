package dev.storefront.fitment.placement;

import dev.storefront.fitment.guard.Guard;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A guard before each Redis node that checks ask. */
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
    return guard.tryEnter() ? new Entry(guard, System.nanoTime()) : null;
  }

  /**
   * One that asks a node.
   *
   * @param begun by {@link System#nanoTime}
   */
  record Entry(Guard guard, long begun) {

    /**
     * @param absence null if the node answered
     */
    void leave(@Nullable Throwable absence) {
      guard.leave(System.nanoTime() - begun, absence);
    }
  }
}
