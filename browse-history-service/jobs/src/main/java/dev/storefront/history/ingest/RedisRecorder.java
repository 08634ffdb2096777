package dev.storefront.history.ingest;

import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.RecordViews;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Writes views into the hot history by the service's own script, with the service's bounds. Views
 * may come in any order, late, and more than once.
 */
final class RedisRecorder implements AutoCloseable {

  private static final LuaScript RECORD_VIEWS = LuaScript.load(RecordViews.SCRIPT);
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Duration REFRESH = Duration.ofSeconds(15);
  private static final int REQUEST_QUEUE_SIZE = 20_000;

  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<byte[], byte[]> connection;
  private final String prefix;

  /**
   * Connects.
   *
   * @param nodes some of the cluster's, each {@code host:port}, or a URI as {@code
   *     rediss://user:password@host:port}
   * @param prefix what stands before every key, or empty
   */
  RedisRecorder(List<String> nodes, String prefix) {
    this.prefix = prefix;
    client = RedisClusterClient.create(nodes.stream().map(RedisRecorder::uri).toList());
    client.setOptions(options());
    try {
      connection = client.connect(ByteArrayCodec.INSTANCE);
    } catch (RuntimeException e) {
      client.shutdown();
      throw e;
    }
  }

  private static RedisURI uri(String node) {
    RedisURI uri = RedisURI.create(node.contains("://") ? node : "redis://" + node);
    uri.setTimeout(TIMEOUT);
    return uri;
  }

  private static ClusterClientOptions options() {
    return ClusterClientOptions.builder()
        .socketOptions(SocketOptions.builder().connectTimeout(TIMEOUT).build())
        .timeoutOptions(TimeoutOptions.enabled(TIMEOUT))
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
        .requestQueueSize(REQUEST_QUEUE_SIZE)
        .validateClusterNodeMembership(false)
        .maxRedirects(3)
        .topologyRefreshOptions(
            ClusterTopologyRefreshOptions.builder()
                .enableAllAdaptiveRefreshTriggers()
                .enablePeriodicRefresh(REFRESH)
                .build())
        .build();
  }

  /** Starts to record; ends within seconds, with an error while Redis is away. */
  CompletionStage<Long> record(UserViews views) {
    byte[][] keys =
        RecordViews.keys(HistoryKeys.of(prefix, views.user())).stream()
            .map(key -> key.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    byte[][] args = RecordViews.args(views.asViews()).toArray(byte[][]::new);
    RedisAdvancedClusterAsyncCommands<byte[], byte[]> redis = connection.async();
    return redis
        .<Long>evalsha(RECORD_VIEWS.sha1(), ScriptOutputType.INTEGER, keys, args)
        .toCompletableFuture()
        .exceptionallyCompose(
            error -> {
              if (cause(error) instanceof RedisNoScriptException) {
                return redis.<Long>eval(RECORD_VIEWS.body(), ScriptOutputType.INTEGER, keys, args);
              }
              throw new CompletionException(cause(error));
            });
  }

  /** True if no repeat will help a call that failed for this cause. */
  static boolean canNeverSucceed(Throwable cause) {
    return cause instanceof RedisCommandExecutionException
        && RecordViews.canNeverSucceed(cause.getMessage());
  }

  /** Why a call failed. */
  static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
