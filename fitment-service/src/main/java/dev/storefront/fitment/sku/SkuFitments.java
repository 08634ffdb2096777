package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.SkuKind;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What is known of SKUs, and where. */
@Component
public class SkuFitments {

  /** Keeps what is in memory at once to some megabytes. */
  private static final int BATCH = 50;

  private final SkuShelves known;
  private final ShelfReader shelves;
  private final FitmentRepository fitments;
  private final LostShelves lost;

  SkuFitments(SkuShelves known, ShelfReader shelves, FitmentRepository fitments, LostShelves lost) {
    this.known = known;
    this.shelves = shelves;
    this.fitments = fitments;
    this.lost = lost;
  }

  /** Those of some hundred SKUs that have data, as MySQL has them. */
  public Collection<SkuFitment> find(Collection<Long> skuIds) {
    return skuIds.isEmpty() ? List.of() : fitments.find(skuIds).values();
  }

  /**
   * The shelves of those SKUs of which this instance remembers that they have data.
   *
   * @param found is given these
   * @return those of which it remembers nothing
   */
  public List<Long> shelvesKnown(Collection<Long> skuIds, Map<Long, Shelf> found) {
    return known.remembered(skuIds, found);
  }

  /** The shelves of those SKUs that have data, from MySQL. */
  public Map<Long, Shelf> shelvesOf(Collection<Long> skuIds) {
    return known.load(skuIds);
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
        known.saw(skuId, shelf);
        shelf.filter(s -> s.equals(missed.get(skuId))).ifPresent(incomplete::add);
        sku.ifPresent(found);
      }
    }
    lost.note(incomplete);
  }
}
