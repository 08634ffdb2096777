package dev.storefront.common.redis;

/**
 * What a service does about a Redis that fell back to an older state. A bean of this type switches
 * the detection on, for all of the service's clusters; the service's tables need {@code
 * db/redis-fallback} then.
 */
@FunctionalInterface
public interface RedisFallbackListener {

  /**
   * Called for each open doubt about once a second, in every instance, never twice at once in one
   * instance. The first call may come some seconds after the doubt is in force.
   *
   * @return true once everything that the service keeps in these slots is right again, or known not
   *     to be believed; then the doubt is settled for all instances, and nobody is told again
   */
  boolean isRepaired(RedisDoubt doubt);
}
