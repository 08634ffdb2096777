package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.ShelfContents;

/** A shelf's row and what is on the shelf, at one moment. */
record ShelfReading(ShelfState state, ShelfContents contents) {}
