package dev.storefront.common.redis;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * One shared binary connection to a cluster beside Spring Data's, for what must be pipelined. It is
 * opened at the first call, so that a service starts and stays up while Redis is away.
 */
public final class RedisClusterAccess implements DisposableBean {

  /** The cluster of {@code spring.data.redis}. */
  public static final String DEFAULT = "default";

  private final String cluster;
  private final LettuceConnectionFactory factory;
  private final RedisClusters all;
  private volatile @Nullable StatefulRedisClusterConnection<byte[], byte[]> connection;
  private volatile @Nullable CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>>
      opening;

  RedisClusterAccess(String cluster, LettuceConnectionFactory factory, RedisClusters all) {
    this.cluster = cluster;
    this.factory = factory;
    this.all = all;
  }

  /** The cluster's name. */
  String cluster() {
    return cluster;
  }

  /**
   * Another cluster of this service.
   *
   * @param name {@value #DEFAULT}, or one of {@code storefront.redis.clusters}
   * @throws IllegalArgumentException if there is none of this name; the message has the names
   */
  public RedisClusterAccess on(String name) {
    return all.access(name);
  }

  /** Another connection to this cluster. */
  RedisClusterAccess another() {
    return all.another(cluster);
  }

  boolean knows(String name) {
    return all.names().contains(name);
  }

  /**
   * Starts a command (or several, pipelined). The future fails as {@link RedisFaults#translate}
   * says.
   */
  public <T> CompletableFuture<T> call(
      Function<RedisAdvancedClusterAsyncCommands<byte[], byte[]>, ? extends CompletionStage<T>>
          command) {
    CompletableFuture<T> reply = new CompletableFuture<>();
    open()
        .thenCompose(open -> command.apply(open.async()))
        .whenComplete(
            (value, error) -> {
              if (error == null) {
                reply.complete(value);
              } else {
                reply.completeExceptionally(
                    RedisFaults.translate(RedisHealth.component(cluster), error));
              }
            });
    return reply;
  }

  /** How long a command may take. */
  Duration timeout() {
    return factory.getClientConfiguration().getCommandTimeout();
  }

  /** The address of the node that has a slot, the cluster's name while nobody knows. */
  String node(int slot) {
    StatefulRedisClusterConnection<byte[], byte[]> open = connection;
    RedisClusterNode node = open == null ? null : open.getPartitions().getPartitionBySlot(slot);
    return node == null ? cluster : node.getUri().getHost() + ":" + node.getUri().getPort();
  }

  RedisClusterClient client() {
    return (RedisClusterClient) factory.getRequiredNativeClient();
  }

  /** The connection once it has been opened. */
  @Nullable StatefulRedisClusterConnection<byte[], byte[]> opened() {
    return connection;
  }

  /** Opens the connection, unless it is open. Of one that is, no caller holds a monitor. */
  CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> open() {
    var known = opening;
    return known == null || known.isCompletedExceptionally() ? openAnew() : known;
  }

  private synchronized CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>>
      openAnew() {
    var known = opening;
    if (known == null || known.isCompletedExceptionally()) {
      RedisClusterClient client = client();
      known =
          CompletableFuture.supplyAsync(client::getPartitions)
              .thenCompose(partitions -> client.connectAsync(ByteArrayCodec.INSTANCE));
      known.thenAccept(this::opened);
      opening = known;
    }
    return known;
  }

  private synchronized void opened(StatefulRedisClusterConnection<byte[], byte[]> open) {
    connection = open;
  }

  @Override
  public synchronized void destroy() {
    StatefulRedisClusterConnection<byte[], byte[]> open = connection;
    if (open != null) {
      open.close();
    }
  }
}
