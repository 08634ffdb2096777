package dev.storefront.fitment.sku;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.UnknownSkus;
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
 * SKU has no data is believed without asking Redis: until somebody is heard to write it, some
 * seconds at most. Writes of this instance count at once.
 */
@Component
class SkuShelves {

  private static final int CACHED = 200_000;
  private static final Duration KNOWN_FOR = Duration.ofMinutes(10);

  private final FitmentRepository fitments;
  private final UnknownSkus unknown;
  private final Cache<Long, Shelf> shelves;

  SkuShelves(FitmentRepository fitments, UnknownSkus unknown, MeterRegistry meters) {
    this.fitments = fitments;
    this.unknown = unknown;
    this.shelves =
        CaffeineCacheMetrics.monitor(
            meters,
            Caffeine.newBuilder()
                .maximumSize(CACHED)
                .expireAfterWrite(KNOWN_FOR)
                .recordStats()
                .build(),
            "sku-shelves");
  }

  /**
   * The shelves of those SKUs of which it is remembered that they have data.
   *
   * @param found is given these
   * @return those of which nothing is remembered
   */
  List<Long> remembered(Collection<Long> skuIds, Map<Long, Shelf> found) {
    List<Long> forgotten = new ArrayList<>();
    for (Long skuId : skuIds) {
      Shelf shelf = shelves.getIfPresent(skuId);
      if (shelf != null) {
        found.put(skuId, shelf);
      } else if (!unknown.contains(skuId)) {
        forgotten.add(skuId);
      }
    }
    return forgotten;
  }

  /** A SKU was seen on this shelf just now; empty if it has no data. */
  void saw(long skuId, Optional<Shelf> shelf) {
    shelf.ifPresentOrElse(at -> shelves.put(skuId, at), () -> shelves.invalidate(skuId));
    unknown.remove(skuId);
  }

  /** The shelves of those SKUs that have data. */
  Map<Long, Shelf> load(Collection<Long> skuIds) {
    long heard = unknown.heard();
    Map<Long, Shelf> loaded = fitments.shelvesOf(skuIds);
    Map<Long, Shelf> found = new HashMap<>();
    for (Long skuId : skuIds) {
      Shelf shelf = loaded.get(skuId);
      if (shelf == null) {
        unknown.add(skuId, heard);
      } else {
        // A write in between has put what is newer.
        found.put(skuId, shelves.get(skuId, id -> shelf));
      }
    }
    return found;
  }
}
