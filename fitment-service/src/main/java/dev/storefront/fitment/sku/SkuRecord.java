package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.vehicle.VehicleOffsets;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a SKU.
 *
 * @param spuId the group of a POP SKU; null for SELF
 * @param mainSkuId the group of a SELF SKU; null for POP
 * @param vendorId the merchant of a POP SKU, if one was given; null for SELF
 * @param vehicles how many vehicles are listed for it; deleted ones do not count
 * @param version counts the SKU's writes
 */
record SkuRecord(
    @Schema(example = "100001") long skuId,
    @Schema(example = "SELF") SkuKind kind,
    @Nullable Long spuId,
    @Schema(example = "100001") @Nullable Long mainSkuId,
    @Nullable Long vendorId,
    @Schema(example = "100001") long groupId,
    @Schema(example = "false") boolean universal,
    @Schema(example = "2") int vehicles,
    @Schema(example = "1") long version) {

  static SkuRecord of(SkuFitment fitment, VehicleOffsets offsets) {
    Group group = fitment.place().group();
    boolean pop = group.kind() == SkuKind.POP;
    return new SkuRecord(
        fitment.skuId(),
        group.kind(),
        pop ? group.id() : null,
        pop ? null : group.id(),
        group.vendorId() == 0 ? null : group.vendorId(),
        group.id(),
        fitment.universal(),
        offsets.count(fitment.vehicles()),
        fitment.version());
  }
}
