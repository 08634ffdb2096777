package dev.storefront.fitment.check;

import dev.storefront.fitment.sku.SkuIds;
import dev.storefront.fitment.vehicle.VehicleIds;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Does any of these vehicles take any of these SKUs?
 *
 * @param vehicleIds repeats are answered each
 * @param skuIds repeats are answered each
 * @param notes true to be told what to look at where a SKU fits; false if left out
 */
record CheckRequest(
    @Schema(example = "[1000001, 1000002]") @NotNull @Size(min = 1, max = 20) @VehicleIds
        int[] vehicleIds,
    @Schema(example = "[100001, 100002]") @NotNull @Size(min = 1, max = 1000) @SkuIds
        List<Long> skuIds,
    @Schema(example = "false") @Nullable Boolean notes) {

  boolean withNotes() {
    return Boolean.TRUE.equals(notes);
  }
}
