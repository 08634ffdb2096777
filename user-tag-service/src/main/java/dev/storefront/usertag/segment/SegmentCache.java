package dev.storefront.usertag.segment;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import org.jspecify.annotations.Nullable;
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

  @Nullable CachedSet get(int segment, int tag) {
    return sets.getIfPresent(new Place(segment, tag));
  }

  void put(int segment, int tag, CachedSet set) {
    sets.put(new Place(segment, tag), set);
  }
}
