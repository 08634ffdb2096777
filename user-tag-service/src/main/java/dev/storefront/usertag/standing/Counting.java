package dev.storefront.usertag.standing;

/**
 * Counts the users of all audiences that have no count of an hour yet.
 *
 * @param hour its begin, epoch milliseconds
 */
record Counting(long hour) {}
