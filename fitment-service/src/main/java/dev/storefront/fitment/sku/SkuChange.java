package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A write of one SKU.
 *
 * @param before what was known of it, null if nothing
 */
record SkuChange(@Nullable SkuFitment before, SkuFitment after) {

  /** The segments in which its vehicles are others than before. */
  Set<Integer> segments() {
    return after
        .vehicles()
        .segmentsOtherThanIn(before == null ? new VehicleSet() : before.vehicles());
  }

  /** True if it stood elsewhere before. */
  boolean isMove() {
    return before != null && !before.place().equals(after.place());
  }

  /** True if its shelf has to be placed for it. */
  boolean shows() {
    return before == null
        || isMove()
        || before.universal() != after.universal()
        || !segments().isEmpty();
  }
}
