package dev.storefront.fitment.garage;

import dev.storefront.fitment.check.SkuFit;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * What fits a user's cars.
 *
 * @param vehicleIds the cars, the one that was parked first first
 * @param results one for each SKU, in the order of the request; what it says of vehicles is in the
 *     order of {@code vehicleIds}
 */
record GarageCheckReply(
    @Schema(example = "[1000001]") List<Integer> vehicleIds, List<SkuFit> results) {}
