package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.ShelfClusters;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A shelf's row.
 *
 * @param revision 0 if it never had SKUs
 * @param cell that wrote the revision
 * @param placed the revision that this cell's Redis is known to have
 * @param published the revision that the other cells were told
 * @param unpublishedSince epoch milliseconds; null if there is nothing to tell
 * @param dueAt when that cell's Redis should have the revision, in epoch milliseconds; null if it
 *     has
 */
record ShelfState(
    long revision,
    String cell,
    long placed,
    long published,
    @Nullable Long unpublishedSince,
    @Nullable Long dueAt,
    ShelfClusters clusters) {

  /** True if the change is so fresh that whoever made it may still be placing it. */
  boolean isUnderWay(Instant now) {
    return dueAt != null && dueAt > now.toEpochMilli();
  }
}
