package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuFitment;
import java.util.Set;

/**
 * What Redis has to be told of one SKU.
 *
 * @param fitment to be written to its group
 * @param left groups where it no longer belongs
 */
record Placing(SkuFitment fitment, Set<Group> left) {}
