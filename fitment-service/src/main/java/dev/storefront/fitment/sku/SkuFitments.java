package dev.storefront.fitment.sku;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.placement.UnknownSkus;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What is known of SKUs, and on which shelf each is: from MySQL, the shelves through a bounded
 * cache.
 *
 * <p>How stale it can be: a SKU that another instance moved is no longer found on its old shelf in
 * Redis, and whoever notices asks MySQL anew ({@link #readMissed}); so a wrong shelf costs time,
 * never a wrong answer. Only while its old shelf cannot be placed does a moved SKU go on answering
 * what was, and no write of it succeeds meanwhile ({@link LeftShelves}). Only that a SKU has no
 * data is believed without asking Redis: until somebody is heard to write it, some seconds at most.
 * Writes of this instance count at once.
 */
@Component
public class SkuFitments {
  private static final int CACHED = 200_000;
  private static final Duration KNOWN_FOR = Duration.ofMinutes(10);

  /** Keeps what is in memory at once to some megabytes. */
  private static final int BATCH = 50;

  private final FitmentRepository fitments;
  private final LostShelves lost;
  private final UnknownSkus unknown;
  private final Cache<Long, Shelf> shelves;

  SkuFitments(
      FitmentRepository fitments, LostShelves lost, UnknownSkus unknown, MeterRegistry meters) {
    this.fitments = fitments;
    this.lost = lost;
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

  /** Those of some hundred SKUs that have data, as MySQL has them. */
  public Collection<SkuFitment> find(Collection<Long> skuIds) {
    return fitments.find(skuIds).values();
  }

  /** The shelves of those SKUs of which this instance remembers that they have data. */
  public Map<Long, Shelf> shelvesKnown(List<Long> skuIds) {
    return shelves.getAllPresent(skuIds);
  }

  /**
   * Those of the SKUs of which it remembers neither that they have data nor that they have none.
   */
  public Set<Long> forgotten(List<Long> skuIds, Map<Long, Shelf> known) {
    if (known.size() == skuIds.size()) {
      return Set.of();
    }
    Set<Long> forgotten = new LinkedHashSet<>();
    for (Long skuId : skuIds) {
      if (!known.containsKey(skuId) && !unknown.contains(skuId)) {
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

  /** The shelves of those SKUs that have data, from MySQL. */
  public Map<Long, Shelf> shelvesOf(Collection<Long> skuIds) {
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

  /** The ids of some SKUs behind this one, ascending; none at the end. */
  public List<Long> idsAfter(long skuId, int limit) {
    return fitments.idsAfter(skuId, null, null, limit);
  }

  /**
   * SKUs whose group has this id, by their ids.
   *
   * @param groupId an SPU or a main SKU
   * @param kind which of the two; null for both
   */
  public Map<Long, Shelf> members(
      long groupId, @Nullable SkuKind kind, long afterSkuId, int limit) {
    return fitments.members(groupId, kind, afterSkuId, limit);
  }

  /**
   * Reads SKUs from MySQL that Redis did not have on the shelves where they should be. A shelf that
   * lost one is restored soon.
   *
   * @param missed where each was looked for
   * @param found gets each SKU that has data
   */
  public void readMissed(Map<Long, Shelf> missed, Consumer<SkuFitment> found) {
    List<Long> all = List.copyOf(missed.keySet());
    Set<Shelf> incomplete = new HashSet<>();
    for (int from = 0; from < all.size(); from += BATCH) {
      List<Long> batch = all.subList(from, Math.min(from + BATCH, all.size()));
      Map<Long, SkuFitment> skus = fitments.find(batch);
      for (long skuId : batch) {
        Optional<SkuFitment> sku = Optional.ofNullable(skus.get(skuId));
        Optional<Shelf> shelf = sku.map(s -> s.place().shelf());
        saw(skuId, shelf);
        shelf.filter(s -> s.equals(missed.get(skuId))).ifPresent(incomplete::add);
        sku.ifPresent(found);
      }
    }
    lost.note(incomplete);
  }
}
