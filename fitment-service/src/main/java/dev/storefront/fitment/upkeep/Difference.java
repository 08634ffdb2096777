package dev.storefront.fitment.upkeep;

import dev.storefront.fitment.placement.Deviation;
import dev.storefront.fitment.placement.Shelf;

/**
 * A shelf that is other in Redis than in MySQL.
 *
 * @param cluster where
 */
record Difference(Shelf shelf, String cluster, Deviation deviation) {}
