package dev.storefront.fitment.coverage;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * How well a model is served.
 *
 * @param vehicles how many there are of it
 * @param vehiclesWithSkus how many of those at least one SKU lists
 * @param skus how many SKUs list at least one of them
 */
record ModelCoverage(
    @Schema(example = "Volkswagen") String make,
    @Schema(example = "Golf") String model,
    @Schema(example = "120") int vehicles,
    @Schema(example = "96") int vehiclesWithSkus,
    @Schema(example = "5400") long skus) {}
