package dev.storefront.fitment.storage;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.PlacedSegment;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.SkuFitments;
import io.micrometer.core.annotation.Timed;
import java.util.Map;
import java.util.SortedSet;
import org.springframework.stereotype.Component;

/** Looks at a group's keys one segment after the other, so that it never holds more than one. */
@Component
class StorageReporter {

  private final SkuFitments skus;
  private final PlacedFitments placed;

  StorageReporter(SkuFitments skus, PlacedFitments placed) {
    this.skus = skus;
    this.placed = placed;
  }

  /** A group without vehicles has a report of zeros. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "report-storage"})
  StorageReport report(long groupId) {
    StorageTally tally = new StorageTally();
    Map<Shelf, SortedSet<Integer>> shelves = skus.segmentsOf(groupId);
    long headBytes = 0;
    for (var shelf : shelves.entrySet()) {
      long headOfThis = 0;
      for (int number : shelf.getValue()) {
        PlacedSegment segment = ScriptRunner.await(placed.read(shelf.getKey(), number));
        tally.add(segment);
        headOfThis = segment.headMemory();
      }
      headBytes += headOfThis;
    }
    return tally.report(groupId, shelves.size(), headBytes);
  }
}
