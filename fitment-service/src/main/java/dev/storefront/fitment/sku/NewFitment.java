package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Group;

/**
 * What a SKU's fitment shall be.
 *
 * @param skuId the SKU
 * @param group where it belongs
 * @param universal true if it fits every vehicle
 * @param vehicles what it fits
 */
public record NewFitment(long skuId, Group group, boolean universal, VehicleSet vehicles) {}
