package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuKind;
import org.jspecify.annotations.Nullable;

/**
 * What a SKU's fitment shall be.
 *
 * @param skuId the SKU
 * @param kind whose product it is
 * @param spuId the SPU; given if {@code kind} is POP
 * @param mainSkuId the main SKU; given if {@code kind} is SELF
 * @param vendorId the merchant; part of the group if {@code kind} is POP
 * @param universal true if it fits every vehicle
 * @param vehicles what it fits
 */
public record NewFitment(
    long skuId,
    SkuKind kind,
    @Nullable Long spuId,
    @Nullable Long mainSkuId,
    @Nullable Long vendorId,
    boolean universal,
    VehicleSet vehicles) {

  Group group() {
    Long id = kind == SkuKind.POP ? spuId : mainSkuId;
    if (id == null) {
      throw new IllegalArgumentException("SKU " + skuId + " of kind " + kind + " has no group");
    }
    return kind == SkuKind.POP ? Group.pop(id, vendorId) : Group.self(id);
  }
}
