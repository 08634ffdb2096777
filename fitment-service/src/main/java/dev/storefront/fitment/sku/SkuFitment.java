package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Place;

/**
 * All that is known of a SKU at one version.
 *
 * @param skuId the SKU
 * @param place where it stands
 * @param version from 1, one more with each write
 * @param universal true if it fits every vehicle, whatever {@code vehicles} says
 * @param vehicles what it fits
 */
public record SkuFitment(
    long skuId, Place place, long version, boolean universal, VehicleSet vehicles) {

  /** The same elsewhere. */
  SkuFitment movedTo(Place other) {
    return new SkuFitment(skuId, other, version + 1, universal, vehicles);
  }
}
