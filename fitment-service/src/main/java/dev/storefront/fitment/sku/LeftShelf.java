package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Shelf;

/**
 * A shelf that a SKU left.
 *
 * @param revision the shelf's first one without the SKU
 */
record LeftShelf(long skuId, Shelf shelf, long revision) {}
