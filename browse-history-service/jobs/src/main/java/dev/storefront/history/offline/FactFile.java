package dev.storefront.history.offline;

/**
 * A file with facts.
 *
 * @param path on any file system that Flink knows
 * @param deletions true for deletions, false for views
 * @param freshFrom facts are fresh from then on, epoch milliseconds: of views all or none
 */
public record FactFile(String path, boolean deletions, long freshFrom) {}
