package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Shelf;

/**
 * Which revision of a shelf is the newest.
 *
 * @param cluster that keeps it, as this cell calls it
 */
public record ShelfRevision(Shelf shelf, long revision, String cluster) {}
