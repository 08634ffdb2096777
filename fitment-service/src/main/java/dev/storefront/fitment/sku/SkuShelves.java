package dev.storefront.fitment.sku;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.storefront.fitment.placement.Shelf;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * On which shelf each SKU is, from MySQL through a bounded cache.
 *
 * <p>How stale it can be: a SKU that another instance moved is no longer found on its old shelf in
 * Redis, and whoever notices asks MySQL anew ({@link SkuFitments#readMissed}); so a wrong shelf
 * costs time, never a wrong answer. Only while its old shelf cannot be placed does a moved SKU go
 * on answering what was, and no write of it succeeds meanwhile ({@link LeftShelves}). Only that a
 * SKU has no data is believed without asking Redis, and that for {@link #UNKNOWN_FOR one second} at
 * most. Writes of this instance count at once.
 */
@Component
class SkuShelves {

  private static final int CACHED = 200_000;
  private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
  private static final Duration UNKNOWN_FOR = Duration.ofSeconds(1);

  private final FitmentRepository fitments;
  private final Cache<Long, Optional<Shelf>> shelves;

  SkuShelves(FitmentRepository fitments, MeterRegistry meters) {
    this.fitments = fitments;
    this.shelves =
        CaffeineCacheMetrics.monitor(
            meters,
            Caffeine.newBuilder()
                .maximumSize(CACHED)
                .expireAfter(
                    Expiry.<Long, Optional<Shelf>>writing(
                        (skuId, shelf) -> shelf.isPresent() ? KNOWN_FOR : UNKNOWN_FOR))
                .recordStats()
                .build(),
            "sku-shelves");
  }

  /** The shelves of those SKUs that have data. */
  Map<Long, Shelf> of(Collection<Long> skuIds) {
    Map<Long, Shelf> found = new HashMap<>();
    List<Long> missing = new ArrayList<>();
    for (Long skuId : skuIds) {
      Optional<Shelf> shelf = shelves.getIfPresent(skuId);
      if (shelf == null) {
        missing.add(skuId);
      } else {
        shelf.ifPresent(s -> found.put(skuId, s));
      }
    }
    if (!missing.isEmpty()) {
      found.putAll(load(missing));
    }
    return found;
  }

  /** A SKU was seen on this shelf just now; empty if it has no data. */
  void saw(long skuId, Optional<Shelf> shelf) {
    shelves.put(skuId, shelf);
  }

  private Map<Long, Shelf> load(List<Long> skuIds) {
    Map<Long, Shelf> loaded = fitments.shelvesOf(skuIds);
    Map<Long, Shelf> found = new HashMap<>();
    for (Long skuId : skuIds) {
      // A write in between has put what is newer.
      shelves
          .get(skuId, id -> Optional.ofNullable(loaded.get(id)))
          .ifPresent(shelf -> found.put(skuId, shelf));
    }
    return found;
  }
}
