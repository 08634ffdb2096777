package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.VehicleSet;

/**
 * All that is known of a SKU at one version.
 *
 * @param skuId the SKU
 * @param group where it lies
 * @param version from 1, one more with each write
 * @param universal true if it fits every vehicle, whatever {@code vehicles} says
 * @param vehicles what it fits; not to be changed
 * @param segmentSpan one more than the highest segment that any version had, so that a write knows
 *     what an older one may have left
 */
public record SkuFitment(
    long skuId,
    Group group,
    long version,
    boolean universal,
    VehicleSet vehicles,
    int segmentSpan) {}
