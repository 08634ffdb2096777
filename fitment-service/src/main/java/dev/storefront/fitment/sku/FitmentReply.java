package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.vehicle.Vehicles;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * What a SKU's fitment is after a write.
 *
 * @param groupId the SPU of a POP SKU, the main SKU of a SELF one
 * @param universal true if it fits every vehicle
 * @param vehicles how many vehicles are listed for it; deleted ones do not count
 * @param version counts the SKU's writes
 */
record FitmentReply(
    @Schema(example = "100001") long skuId,
    @Schema(example = "SELF") SkuKind kind,
    @Schema(example = "100001") long groupId,
    @Schema(example = "false") boolean universal,
    @Schema(example = "2") int vehicles,
    @Schema(example = "1") long version) {

  static FitmentReply of(SkuFitment fitment, Vehicles vehicles) {
    return new FitmentReply(
        fitment.skuId(),
        fitment.place().group().kind(),
        fitment.place().group().id(),
        fitment.universal(),
        vehicles.count(fitment.vehicles()),
        fitment.version());
  }
}
