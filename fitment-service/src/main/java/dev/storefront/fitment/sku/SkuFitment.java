package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Place;
import dev.storefront.fitment.placement.ProductIds;

/**
 * All that is known of a SKU at one version.
 *
 * @param skuId the SKU
 * @param product what was said of its product, of which the group follows
 * @param place where it stands in that group
 * @param version from 1, one more with each write
 * @param universal true if it fits every vehicle, whatever {@code vehicles} says
 * @param vehicles what it fits
 */
public record SkuFitment(
    long skuId,
    ProductIds product,
    Place place,
    long version,
    boolean universal,
    VehicleSet vehicles) {

  /** The same of a product of which something else is said, elsewhere if its group is another. */
  SkuFitment movedTo(ProductIds said, Place there) {
    return new SkuFitment(skuId, said, there, version + 1, universal, vehicles);
  }
}
