package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.ProductIds;

/**
 * What a SKU's fitment shall be.
 *
 * @param skuId the SKU
 * @param product what was said of its product
 * @param universal true if it fits every vehicle
 * @param vehicles what it fits
 */
public record NewFitment(long skuId, ProductIds product, boolean universal, VehicleSet vehicles) {

  /** Where it belongs. */
  Group group() {
    return product.group();
  }
}
