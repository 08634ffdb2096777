package dev.storefront.common.redis;

import dev.storefront.common.health.BoundedHealthIndicator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Every primary that owns slots has to answer, not just any node; and what fell back before this
 * instance started has to be repaired, for two minutes at most.
 */
final class RedisHealth {

  private RedisHealth() {}

  /** What health calls a cluster of this name. */
  static String component(String cluster) {
    return cluster.equals(RedisClusterAccess.DEFAULT) ? "redis" : "redisClusters/" + cluster;
  }

  static HealthIndicator of(RedisClusterAccess access, @Nullable FallbackDetectors detectors) {
    FallbackDetector detector = detectors == null ? null : detectors.of(access.cluster());
    return new BoundedHealthIndicator(
        () ->
            detector == null || detector.isStarted()
                ? pingPrimaries(access)
                : CompletableFuture.failedFuture(
                    new IllegalStateException("It may have fallen back, and is looked at")));
  }

  /** All clusters but the default one; of no components if there are none. */
  static CompositeHealthContributor ofNamed(
      RedisClusters clusters, @Nullable FallbackDetectors detectors) {
    return CompositeHealthContributor.fromMap(
        clusters.names().stream()
            .filter(name -> !name.equals(RedisClusterAccess.DEFAULT))
            .collect(
                Collectors.toMap(
                    Function.identity(), name -> of(clusters.access(name), detectors))));
  }

  private static CompletableFuture<?> pingPrimaries(RedisClusterAccess access) {
    return access.call(
        commands -> {
          var connection = commands.getStatefulConnection();
          return CompletableFuture.allOf(
              connection.getPartitions().stream()
                  .filter(RedisHealth::servesSlots)
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
