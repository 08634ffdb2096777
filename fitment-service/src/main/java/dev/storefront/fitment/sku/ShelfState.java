package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.ShelfHome;
import org.jspecify.annotations.Nullable;

/**
 * A shelf's row.
 *
 * @param revision 0 if it never had SKUs
 * @param cell that wrote the revision
 * @param placed the revision that this cell's Redis is known to have
 * @param published the revision that the other cells were told
 * @param unpublishedSince epoch milliseconds; null if there is nothing to tell
 */
record ShelfState(
    long revision,
    String cell,
    long placed,
    long published,
    @Nullable Long unpublishedSince,
    ShelfHome home) {}
