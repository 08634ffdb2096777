package dev.storefront.common.redis;

import java.time.Instant;

/**
 * Slots of which Redis may have lost writes that it had acknowledged: what lies there is as it was
 * at some moment at or after {@code since}, or gone.
 *
 * @param cluster the Redis Cluster's name, {@value RedisClusterAccess#DEFAULT} for the default one
 * @param generation the service's generation on that cluster that began when this was found
 * @param slots the slots in doubt; fewer than at first if a later doubt has taken some over
 * @param since writes that were acknowledged before have survived, by the clock of the instance
 *     that looked last; callers subtract how far clocks may be apart. The epoch if nothing is known
 * @param foundAt when it was found
 */
public record RedisDoubt(
    String cluster, long generation, HashSlots slots, Instant since, Instant foundAt) {

  /** True if the key with this full name lies in one of the slots. */
  public boolean covers(String key) {
    return slots.covers(key);
  }
}
