package dev.storefront.fitment.sku;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.storefront.fitment.placement.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * In which group each SKU is, from MySQL through a bounded cache.
 *
 * <p>How stale it can be: a SKU that another instance moved is no longer found in its old group in
 * Redis, and whoever notices asks MySQL anew ({@link SkuFitments#reload}); so a wrong group costs
 * time, never a wrong answer. Only that a SKU has no data is believed without asking Redis, and
 * that for {@link #UNKNOWN_FOR one second} at most. Writes of this instance count at once.
 */
@Component
class SkuGroups {

  private static final int CACHED = 200_000;
  private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
  private static final Duration UNKNOWN_FOR = Duration.ofSeconds(1);

  private final FitmentRepository fitments;
  private final Cache<Long, Optional<Group>> groups =
      Caffeine.newBuilder()
          .maximumSize(CACHED)
          .expireAfter(
              Expiry.<Long, Optional<Group>>writing(
                  (skuId, group) -> group.isPresent() ? KNOWN_FOR : UNKNOWN_FOR))
          .build();

  SkuGroups(FitmentRepository fitments) {
    this.fitments = fitments;
  }

  /** The groups of those SKUs that have data. */
  Map<Long, Group> of(Collection<Long> skuIds) {
    Map<Long, Group> found = new HashMap<>();
    List<Long> missing = new ArrayList<>();
    for (Long skuId : skuIds) {
      Optional<Group> group = groups.getIfPresent(skuId);
      if (group == null) {
        missing.add(skuId);
      } else {
        group.ifPresent(g -> found.put(skuId, g));
      }
    }
    if (!missing.isEmpty()) {
      found.putAll(load(missing));
    }
    return found;
  }

  /** A SKU was seen in this group just now; empty if it has no data. */
  void saw(long skuId, Optional<Group> group) {
    groups.put(skuId, group);
  }

  private Map<Long, Group> load(List<Long> skuIds) {
    Map<Long, Group> loaded = fitments.groupsOf(skuIds);
    Map<Long, Group> found = new HashMap<>();
    for (Long skuId : skuIds) {
      // A write in between has put what is newer.
      groups
          .get(skuId, id -> Optional.ofNullable(loaded.get(id)))
          .ifPresent(group -> found.put(skuId, group));
    }
    return found;
  }
}
