package dev.storefront.fitment.placement;

import org.jspecify.annotations.Nullable;

/**
 * Which clusters have to do with a shelf.
 *
 * @param cluster the one that it is kept on, whatever the settings say: a rebuild moves it
 * @param left one that it was moved from and that may still hold it, until the next placement; null
 *     if there is none
 */
public record ShelfClusters(String cluster, @Nullable String left) {}
