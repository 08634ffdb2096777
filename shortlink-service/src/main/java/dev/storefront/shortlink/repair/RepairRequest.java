package dev.storefront.shortlink.repair;

import dev.storefront.common.redis.HashSlots;

/**
 * What is to be put right.
 *
 * @param slots of the links
 * @param since what changed before has survived, epoch milliseconds; 0 if nothing is known
 */
record RepairRequest(HashSlots slots, long since) {}
