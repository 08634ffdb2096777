package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.vehicle.VehicleOffsets;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a SKU.
 *
 * @param spuId as it was said; the group of a POP SKU
 * @param mainSkuId as it was said; the group of a SELF SKU
 * @param vendorId the merchant, as it was said
 * @param vehicles how many vehicles are listed for it; deleted ones do not count
 * @param version counts the SKU's writes
 */
record SkuRecord(
    @Schema(example = "100001") long skuId,
    @Schema(example = "SELF") SkuKind kind,
    @Schema(minimum = "0") @Nullable Long spuId,
    @Schema(example = "100001", minimum = "0") @Nullable Long mainSkuId,
    @Schema(minimum = "0") @Nullable Long vendorId,
    @Schema(example = "100001") long groupId,
    @Schema(example = "false") boolean universal,
    @Schema(example = "2") int vehicles,
    @Schema(example = "1") long version) {

  static SkuRecord of(SkuFitment fitment, VehicleOffsets offsets) {
    ProductIds product = fitment.product();
    return new SkuRecord(
        fitment.skuId(),
        product.kind(),
        product.spuId(),
        product.mainSkuId(),
        product.vendorId(),
        fitment.place().group().id(),
        fitment.universal(),
        offsets.count(fitment.vehicles()),
        fitment.version());
  }
}
