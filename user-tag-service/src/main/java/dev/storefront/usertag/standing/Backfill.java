package dev.storefront.usertag.standing;

/**
 * Applies an audience's newest formula to all users.
 *
 * @param audience its id
 */
record Backfill(long audience) {}
