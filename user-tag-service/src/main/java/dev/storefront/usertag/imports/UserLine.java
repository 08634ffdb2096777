package dev.storefront.usertag.imports;

/**
 * A line that names a user.
 *
 * @param number from 1
 */
record UserLine(long number, String userId, String tag) {}
