package dev.storefront.fitment.part;

import dev.storefront.fitment.placement.GroupGiven;
import dev.storefront.fitment.placement.SkuKind;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a part number is sold as.
 *
 * @param partNumber the manufacturer's, 1-64 characters, as it is written
 * @param brand whose number it is, as ACES names it; null: any brand that has no entry of its own
 * @param skuId the SKU
 * @param kind whose product that is
 * @param spuId the SPU; given if {@code kind} is POP
 * @param mainSkuId the main SKU; given if {@code kind} is SELF
 * @param vendorId the merchant
 */
public record PartNumber(
    @Schema(example = "BP-1044") String partNumber,
    @Schema(example = "BBVL") @Nullable String brand,
    @Schema(example = "100001") long skuId,
    @Schema(example = "SELF") SkuKind kind,
    @Schema(minimum = "0") @Nullable Long spuId,
    @Schema(example = "100001", minimum = "0") @Nullable Long mainSkuId,
    @Schema(minimum = "0") @Nullable Long vendorId)
    implements GroupGiven.Ids {}
