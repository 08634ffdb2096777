package dev.storefront.fitment.sku;

import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.text.Storable;
import dev.storefront.fitment.vehicle.VehicleIds;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A note about some of a SKU's vehicles.
 *
 * @param vehicleIds up to 500,000; none, or left out: about all of them
 * @param position where on the vehicle
 * @param partType what it is
 * @param quantity how many a vehicle takes
 * @param text anything else
 */
record NoteRequest(
    @Schema(example = "[1000001]") @Size(max = 500_000) @VehicleIds int @Nullable [] vehicleIds,
    @Schema(example = "front axle") @Size(max = 100) @Storable @Nullable String position,
    @Schema(example = "brake pads") @Size(max = 100) @Storable @Nullable String partType,
    @Schema(example = "2") @Min(1) @Max(99_999) @Nullable Integer quantity,
    @Schema(example = "with sport suspension") @Size(max = 2_000) @Storable @Nullable String text) {

  int[] vehicles() {
    return vehicleIds == null ? new int[0] : vehicleIds;
  }

  FitmentNote toNote() {
    return new FitmentNote(orEmpty(position), orEmpty(partType), quantity, orEmpty(text));
  }

  private static String orEmpty(@Nullable String given) {
    return given == null ? "" : given.strip();
  }
}
