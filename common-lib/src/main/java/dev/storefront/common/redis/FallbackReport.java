package dev.storefront.common.redis;

import dev.storefront.common.redis.FallbackState.Doubt;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators see of the fall-backs of one Redis Cluster. */
final class FallbackReport {

  private static final Logger log = LoggerFactory.getLogger(FallbackReport.class);

  private final String cluster;
  private final Counter fallbacks;

  FallbackReport(String cluster, MeterRegistry meters, Supplier<FallbackState> known) {
    this.cluster = cluster;
    fallbacks = meters.counter("storefront.redis.fallbacks", "cluster", cluster);
    Gauge.builder("storefront.redis.generation", known, k -> k.get().generation())
        .tag("cluster", cluster)
        .strongReference(true)
        .register(meters);
    Gauge.builder("storefront.redis.slots.in.doubt", known, k -> k.get().inDoubt().count())
        .tag("cluster", cluster)
        .strongReference(true)
        .register(meters);
  }

  /** Counts and logs the doubts that began with what was seen of a node. */
  void tell(FallbackState now, FallbackState before, NodeView seen) {
    for (Doubt doubt : now.doubts()) {
      if (doubt.generation() > before.generation() && !doubt.slots().and(seen.slots()).isEmpty()) {
        fallbacks.increment();
        log.warn(
            "Redis node {} of cluster {} may have fallen back: slots {} are in doubt since {};"
                + " generation {} begins",
            seen.nodeId(),
            cluster,
            doubt.slots(),
            doubt.since(),
            doubt.generation());
      }
    }
  }
}
