package dev.storefront.fitment.sku;

import dev.storefront.fitment.vehicle.VehicleIds;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Vehicles to add to a SKU's fitment and to remove from it; one of the two is there, maybe empty.
 *
 * @param add up to 500,000
 * @param remove up to 500,000; one that is in both ends removed, and a deleted one is passed over
 */
record ChangeRequest(
    @Schema(example = "[1000003]") @Size(max = 500_000) @VehicleIds int @Nullable [] add,
    @Schema(example = "[1000001]") @Size(max = 500_000) @VehicleIds int @Nullable [] remove) {

  @Schema(hidden = true)
  @AssertTrue(message = "must have add or remove")
  boolean isBody() {
    return add != null || remove != null;
  }

  int[] toAdd() {
    return add == null ? new int[0] : add;
  }

  int[] toRemove() {
    return remove == null ? new int[0] : remove;
  }
}
