package dev.storefront.fitment.check;

import dev.storefront.fitment.placement.PlacedFit;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.SkuFitments;
import io.micrometer.core.annotation.Timed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Does it fit? One script call per shelf, all shelves at once. What Redis does not have where it
 * should be, MySQL answers, so that lost or moving data never reads as "no data" or "does not fit".
 */
@Component
class FitmentCheck {

  private final SkuFitments skus;
  private final PlacedFitments placed;

  FitmentCheck(SkuFitments skus, PlacedFitments placed) {
    this.skus = skus;
    this.placed = placed;
  }

  /**
   * @param offsets of the vehicles
   * @param skuIds the SKUs, repeats allowed
   * @return an answer for each SKU, in their order
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "check-fitment"})
  List<SkuFit> check(int[] offsets, List<Long> skuIds) {
    Map<Long, SkuFit> answers = answers(offsets, skus.shelvesOf(new LinkedHashSet<>(skuIds)));
    return skuIds.stream()
        .map(skuId -> answers.getOrDefault(skuId, SkuFit.unknown(skuId, offsets.length)))
        .toList();
  }

  /** Answers for those of the SKUs that have data. */
  Map<Long, SkuFit> answers(int[] offsets, Map<Long, Shelf> shelves) {
    Map<Long, SkuFit> answers = new HashMap<>();
    Map<Long, Shelf> absent = new HashMap<>();
    ask(offsets, shelves)
        .forEach(
            (skuId, fit) -> {
              if (fit.status() == PlacedFit.Status.ABSENT) {
                absent.put(skuId, shelves.get(skuId));
              } else {
                answers.put(skuId, SkuFit.of(skuId, fit));
              }
            });
    if (!absent.isEmpty()) {
      skus.readMissed(absent, sku -> answers.put(sku.skuId(), SkuFit.of(sku, offsets)));
    }
    return answers;
  }

  private Map<Long, PlacedFit> ask(int[] offsets, Map<Long, Shelf> shelves) {
    Map<Shelf, List<Long>> byShelf = new HashMap<>();
    shelves.forEach(
        (skuId, shelf) -> byShelf.computeIfAbsent(shelf, s -> new ArrayList<>()).add(skuId));
    return placed.check(byShelf, offsets);
  }
}
