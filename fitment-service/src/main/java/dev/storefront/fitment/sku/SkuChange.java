package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Shelf;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A write of one SKU.
 *
 * @param before what was known of it, null if nothing
 * @param after what is known of it then, null if nothing
 */
record SkuChange(long skuId, @Nullable SkuFitment before, @Nullable SkuFitment after) {

  /** What it fits then. */
  VehicleSet vehicles() {
    return vehiclesOf(after);
  }

  /** The segments in which its vehicles are others than before. */
  Set<Integer> segments() {
    return vehicles().segmentsOtherThanIn(vehiclesOf(before));
  }

  /** True if it is no longer where it stood before. */
  boolean leaves() {
    return before != null && (after == null || !before.place().equals(after.place()));
  }

  /** The shelf that it leaves. */
  Optional<Shelf> left() {
    return before != null && leaves() ? Optional.of(before.place().shelf()) : Optional.empty();
  }

  /** True if it was not before where it stands then. */
  boolean enters() {
    return after != null && (before == null || !before.place().equals(after.place()));
  }

  /** True if it stays and its shelf says something else of it then. */
  boolean changesInPlace() {
    return before != null
        && after != null
        && before.place().equals(after.place())
        && (before.universal() != after.universal() || !segments().isEmpty());
  }

  private static VehicleSet vehiclesOf(@Nullable SkuFitment sku) {
    return sku == null ? new VehicleSet() : sku.vehicles();
  }
}
