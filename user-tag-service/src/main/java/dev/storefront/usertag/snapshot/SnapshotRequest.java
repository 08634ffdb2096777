package dev.storefront.usertag.snapshot;

/**
 * Which day's end is to be kept.
 *
 * @param day days since 1970
 */
record SnapshotRequest(int day) {}
