package dev.storefront.fitment.basevehicle;

import dev.storefront.fitment.vehicle.VehicleIds;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * The vehicles that a base vehicle is.
 *
 * @param vehicleIds up to 1,000
 */
record BaseVehicleBody(
    @Schema(example = "[1000001, 1000002]") @NotNull @Size(min = 1, max = 1000) @VehicleIds
        int[] vehicleIds) {}
