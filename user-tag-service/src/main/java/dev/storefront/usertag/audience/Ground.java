package dev.storefront.usertag.audience;

import java.util.Map;

/**
 * What questions are worked out on.
 *
 * @param numbers the number of each of their tags that exists, by its name
 * @param lastOrdinal the highest that was given to a user, 0 before the first
 */
record Ground(Map<String, Integer> numbers, long lastOrdinal) {}
