package dev.storefront.fitment.upkeep;

import dev.storefront.common.redis.HashSlots;

/**
 * What is to be looked through after Redis fell back.
 *
 * @param placement the settings of where groups lie; instances with others leave it alone
 */
record DoubtRequest(String cluster, long generation, HashSlots slots, String placement) {}
