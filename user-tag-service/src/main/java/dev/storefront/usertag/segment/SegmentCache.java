package dev.storefront.usertag.segment;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Sets of users that were read, bounded by bytes. Whoever uses one asks Redis whether its version
 * is still the present one, so it is never older than what Redis has.
 */
@Component
class SegmentCache {

  private record Place(int segment, int tag) {}

  private final Cache<Place, CachedSet> sets;

  SegmentCache(CacheProperties properties, MeterRegistry meters) {
    sets =
        CaffeineCacheMetrics.monitor(
            meters,
            Caffeine.newBuilder()
                .maximumWeight(properties.cache().toBytes())
                .weigher((Place place, CachedSet set) -> set.size())
                .recordStats()
                .build(),
            "segments");
  }

  /** Those of these tags that are here, by tag. */
  Map<Integer, CachedSet> get(int segment, List<Integer> tags) {
    Map<Integer, CachedSet> found = new HashMap<>();
    for (int tag : tags) {
      CachedSet set = sets.getIfPresent(new Place(segment, tag));
      if (set != null) {
        found.put(tag, set);
      }
    }
    return found;
  }

  void put(int segment, CachedSet set) {
    sets.put(new Place(segment, set.set().tag()), set);
  }
}
