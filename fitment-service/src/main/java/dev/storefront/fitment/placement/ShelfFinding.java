package dev.storefront.fitment.placement;

import java.util.SortedMap;

/**
 * What comparing a shelf in Redis with MySQL found.
 *
 * @param deviations by the cluster; empty if all is as it should be
 * @param newest the highest revision that any cluster has, 0 if none
 */
public record ShelfFinding(SortedMap<String, Deviation> deviations, long newest) {}
