package dev.storefront.common.redis;

import dev.storefront.common.health.BoundedHealthIndicator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Every primary that owns slots is asked, not just any node. If some do not answer, the instance
 * serves what the others have and stays ready: a balancer that took it out, and all others with it,
 * would make an outage of a lost node. What fell back before this instance started has to be
 * repaired, for two minutes at most.
 */
final class RedisHealth {

  // Less than readiness waits: a node that hangs is one that is away.
  private static final Duration LONGEST_PING = Duration.ofMillis(700);

  private RedisHealth() {}

  /** What health calls a cluster of this name. */
  static String component(String cluster) {
    return cluster.equals(RedisClusterAccess.DEFAULT) ? "redis" : "redisClusters/" + cluster;
  }

  static HealthIndicator of(RedisClusterAccess access, @Nullable FallbackDetectors detectors) {
    FallbackDetector detector = detectors == null ? null : detectors.of(access.cluster());
    return BoundedHealthIndicator.of(
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

  private static CompletableFuture<Status> pingPrimaries(RedisClusterAccess access) {
    return access.call(
        commands -> {
          var connection = commands.getStatefulConnection();
          List<CompletableFuture<Boolean>> answers =
              connection.getPartitions().stream()
                  .filter(RedisHealth::servesSlots)
                  .map(node -> answers(connection.getConnectionAsync(node.getNodeId())))
                  .toList();
          return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
              .thenApply(all -> status(answers.stream().map(CompletableFuture::join).toList()));
        });
  }

  private static CompletableFuture<Boolean> answers(
      CompletableFuture<StatefulRedisConnection<byte[], byte[]>> node) {
    return node.thenCompose(open -> open.async().ping())
        .orTimeout(LONGEST_PING.toMillis(), TimeUnit.MILLISECONDS)
        .handle((pong, fault) -> fault == null);
  }

  private static Status status(List<Boolean> answers) {
    if (!answers.contains(true)) {
      return Status.DOWN;
    }
    return answers.contains(false) ? BoundedHealthIndicator.PARTIAL : Status.UP;
  }

  private static boolean servesSlots(RedisClusterNode node) {
    return node.getRole().isUpstream() && !node.hasNoSlots();
  }
}
