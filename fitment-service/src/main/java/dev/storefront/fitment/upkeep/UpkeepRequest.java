package dev.storefront.fitment.upkeep;

import org.jspecify.annotations.Nullable;

/**
 * What a rebuild or a consistency check is asked for.
 *
 * @param cluster the only one whose shelves are rebuilt; null for all
 * @param repair true to end the differences that are found
 * @param placement the settings of where groups lie; instances with others leave it alone
 * @param shelves how many there were at the start
 */
record UpkeepRequest(@Nullable String cluster, boolean repair, String placement, long shelves) {}
