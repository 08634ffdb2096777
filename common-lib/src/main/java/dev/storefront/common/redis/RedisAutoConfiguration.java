package dev.storefront.common.redis;

import dev.storefront.common.health.BackendAbsence;
import dev.storefront.common.health.BoundedHealthIndicator;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@ConditionalOnClass({LettuceConnectionFactory.class, DataRedisAutoConfiguration.class})
class RedisAutoConfiguration {

  /** At most this many commands wait for a node; more are refused at once. */
  private static final int REQUEST_QUEUE_SIZE = 20_000;

  @Bean
  LettuceClientOptionsBuilderCustomizer boundedLettuce() {
    return options -> {
      options
          .timeoutOptions(TimeoutOptions.enabled())
          .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
          .requestQueueSize(REQUEST_QUEUE_SIZE);
      if (options instanceof ClusterClientOptions.Builder cluster) {
        cluster.validateClusterNodeMembership(false).maxRedirects(3);
      }
    };
  }

  @Bean
  RedisClusterAccess redisClusterAccess(LettuceConnectionFactory factory) {
    return new RedisClusterAccess(factory);
  }

  @Bean
  ScriptRunner scriptRunner(RedisClusterAccess access, MeterRegistry meters) {
    return new ScriptRunner(access, meters);
  }

  /** Spring Data wraps these in exceptions that say less. */
  @Bean
  BackendAbsence redisAbsence() {
    return RedisFaults::isAbsence;
  }

  /** Every primary that owns slots has to answer, not just any node. */
  @Bean
  HealthIndicator redisHealthIndicator(RedisClusterAccess access) {
    return new BoundedHealthIndicator(() -> pingPrimaries(access));
  }

  private static CompletableFuture<?> pingPrimaries(RedisClusterAccess access) {
    return access.call(
        commands -> {
          var connection = commands.getStatefulConnection();
          return CompletableFuture.allOf(
              connection.getPartitions().stream()
                  .filter(RedisAutoConfiguration::servesSlots)
                  .map(
                      node ->
                          connection
                              .getConnectionAsync(node.getNodeId())
                              .thenApply(StatefulRedisConnection::async)
                              .thenCompose(node1 -> node1.ping()))
                  .toArray(CompletableFuture[]::new));
        });
  }

  private static boolean servesSlots(RedisClusterNode node) {
    return node.getRole().isUpstream() && !node.hasNoSlots();
  }
}
