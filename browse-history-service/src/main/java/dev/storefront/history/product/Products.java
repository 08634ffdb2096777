package dev.storefront.history.product;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.history.degradation.Degradation;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Product facts by SKU: from memory while they are fresh, else from the store. While the store is
 * away, older facts stand in, so that deleted products stay hidden and lists keep their names.
 */
@Component
public class Products {

  private final ProductTable table;
  private final Cache<Long, Known> memory;
  private final Degradation store;
  private final Clock clock;
  private final long freshMillis;

  Products(
      ProductTable table,
      ProductProperties properties,
      CircuitBreakerRegistry breakers,
      MeterRegistry meters,
      Clock clock) {
    this.table = table;
    this.store = new Degradation(breakers, "products");
    this.clock = clock;
    this.freshMillis = properties.freshFor().toMillis();
    this.memory =
        CaffeineCacheMetrics.monitor(
            meters,
            Caffeine.newBuilder()
                .maximumSize(properties.most())
                .expireAfterWrite(properties.usableFor())
                .recordStats()
                .build(),
            "products");
  }

  /** Looks SKUs up, in one query at most. Never fails: what cannot be had is missing. */
  public ProductFacts lookUp(Collection<Long> skuIds) {
    long fresh = clock.millis() - freshMillis;
    Map<Long, Product> found = new HashMap<>();
    List<Long> stale = new ArrayList<>();
    for (Long skuId : skuIds) {
      Known known = memory.getIfPresent(skuId);
      if (known == null || known.since() < fresh) {
        stale.add(skuId);
      }
      if (known != null && known.product() != null) {
        found.put(skuId, known.product());
      }
    }
    if (stale.isEmpty()) {
      return new ProductFacts(found, true);
    }
    Optional<List<Product>> stored = store.attempt(() -> table.find(stale));
    stored.ifPresent(products -> refresh(found, stale, products));
    return new ProductFacts(found, stored.isPresent());
  }

  private void refresh(Map<Long, Product> found, List<Long> asked, List<Product> stored) {
    long now = clock.millis();
    found.keySet().removeAll(asked);
    stored.forEach(product -> found.put(product.skuId(), product));
    asked.forEach(skuId -> memory.put(skuId, new Known(found.get(skuId), now)));
  }

  /** A product, or that the store has none. */
  private record Known(@Nullable Product product, long since) {}
}
