package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.GroupGiven;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.vehicle.VehicleIds;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A SKU's whole fitment.
 *
 * @param vehicleIds up to 500,000, repeats count once; may be empty: fits none; may be left out if
 *     universal
 * @param universal true if it fits every vehicle; false if left out
 * @param notes what to look at on which vehicles; replaces the SKU's notes, none if left out
 */
@GroupGiven
record ReplaceRequest(
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
    @Schema(minimum = "0", example = "42") @Nullable Long vendorId,
    @Schema(
            description = "may be left out if universal is true",
            requiredMode = RequiredMode.NOT_REQUIRED,
            example = "[1000001, 1000002]")
        @NotNull
        @Size(max = 500_000)
        @VehicleIds
        int[] vehicleIds,
    @Schema(example = "false") @Nullable Boolean universal,
    @Size(max = MOST_NOTES) @Nullable List<@NotNull @Valid NoteRequest> notes)
    implements GroupGiven.Ids {

  private static final int MOST_NOTES = 200;

  /** One note too many is enough to refuse them: no more are looked at. */
  ReplaceRequest {
    if (vehicleIds == null && Boolean.TRUE.equals(universal)) {
      vehicleIds = new int[0];
    }
    if (notes != null && notes.size() > MOST_NOTES) {
      notes = notes.subList(0, MOST_NOTES + 1);
    }
  }

  List<NoteRequest> notesOrNone() {
    return notes == null ? List.of() : notes;
  }
}
