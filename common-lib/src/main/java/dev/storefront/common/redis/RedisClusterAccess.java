package dev.storefront.common.redis;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * One shared binary connection to the cluster beside Spring Data's, for what must be pipelined. It
 * is opened at the first call, so that a service starts and stays up while Redis is away.
 */
public final class RedisClusterAccess implements DisposableBean {

  private final LettuceConnectionFactory factory;
  private @Nullable StatefulRedisClusterConnection<byte[], byte[]> connection;
  private @Nullable CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> opening;

  RedisClusterAccess(LettuceConnectionFactory factory) {
    this.factory = factory;
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
                reply.completeExceptionally(RedisFaults.translate(error));
              }
            });
    return reply;
  }

  /** The open connection, or null while there is none. For health. */
  synchronized @Nullable StatefulRedisClusterConnection<byte[], byte[]> connectionIfOpen() {
    return connection;
  }

  private synchronized CompletableFuture<StatefulRedisClusterConnection<byte[], byte[]>> open() {
    if (opening == null || opening.isCompletedExceptionally()) {
      RedisClusterClient client = (RedisClusterClient) factory.getRequiredNativeClient();
      opening =
          CompletableFuture.supplyAsync(client::getPartitions)
              .thenCompose(partitions -> client.connectAsync(ByteArrayCodec.INSTANCE));
      opening.thenAccept(this::opened);
    }
    return opening;
  }

  private synchronized void opened(StatefulRedisClusterConnection<byte[], byte[]> open) {
    connection = open;
  }

  @Override
  public synchronized void destroy() {
    if (connection != null) {
      connection.close();
    }
  }
}
