package dev.storefront.fitment.part;

import dev.storefront.fitment.placement.GroupGiven;
import dev.storefront.fitment.placement.SkuKind;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;

/** What a part number shall be sold as. */
@GroupGiven
record PartNumberRequest(
    @Schema(example = "100001") @NotNull @Positive Long skuId,
    @Schema(description = "SELF: self-operated; POP: a marketplace merchant's", example = "SELF")
        @NotNull
        SkuKind kind,
    @Schema(description = "required for POP: the group, 1 or more", minimum = "0", example = "700")
        @Nullable Long spuId,
    @Schema(
            description = "required for SELF: the group, 1 or more",
            minimum = "0",
            example = "100001")
        @Nullable Long mainSkuId,
    @Schema(minimum = "0", example = "42") @Nullable Long vendorId)
    implements GroupGiven.Ids {

  PartNumber of(String partNumber, @Nullable String brand) {
    return new PartNumber(partNumber, brand, skuId, kind, spuId, mainSkuId, vendorId);
  }
}
