package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.GroupGiven;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.vehicle.VehicleIds;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SKU's whole fitment.
 *
 * @param vehicleIds up to 500,000, repeats count once; may be empty: fits none
 * @param universal true if it fits every vehicle; false if left out
 * @param notes what to look at on which vehicles; replaces the SKU's notes, none if left out
 */
@GroupGiven
record ReplaceRequest(
    @Schema(description = "SELF: self-operated; POP: a marketplace merchant's", example = "SELF")
        @NotNull
        SkuKind kind,
    @Schema(description = "required for POP: the group", example = "700") @Positive
        @Nullable Long spuId,
    @Schema(description = "required for SELF: the group", example = "100001") @Positive
        @Nullable Long mainSkuId,
    @Schema(example = "42") @Positive @Nullable Long vendorId,
    @Schema(example = "[1000001, 1000002]") @NotNull @Size(max = 500_000) @VehicleIds
        int[] vehicleIds,
    @Schema(example = "false") @Nullable Boolean universal,
    @Size(max = 200) @Nullable List<@NotNull @Valid NoteRequest> notes)
    implements GroupGiven.Ids {

  List<NoteRequest> notesOrNone() {
    return notes == null ? List.of() : notes;
  }
}
