package dev.storefront.flashsale.testing;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/**
 * Puts a Redis that a test may harm in the place of the shared one, for tests that say {@code
 * redisClusters = "lossy"}. Its server is called {@link #SERVER}.
 */
@TestConfiguration
public class LossyRedis {

  /** The server's name. */
  public static final String SERVER = "redis-lossy";

  /** For all of these tests, which share one instance: others go on soon where one dies. */
  public static final String LEASE = "storefront.runs.lease=5s";

  @Bean
  @Primary
  RedisClusterAccess lossyCluster(@Qualifier("redisClusterAccess") RedisClusterAccess shared) {
    return shared.on("lossy");
  }

  @Bean
  @Primary
  ScriptRunner lossyScripts(@Qualifier("scriptRunner") ScriptRunner shared) {
    return shared.on("lossy");
  }
}
