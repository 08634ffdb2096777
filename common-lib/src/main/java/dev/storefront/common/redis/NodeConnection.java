package dev.storefront.common.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one process of Redis: when it breaks it is not made again, so that what it saw
 * and what it does next concern the same process. All methods but {@link #load} wait.
 */
final class NodeConnection implements AutoCloseable {

  private final StatefulRedisConnection<String, String> connection;
  private final RedisAsyncCommands<String, String> redis;
  private final Duration patience;

  /** Outlives the connection: which process was given a heartbeat last, and under which key. */
  private final AtomicReference<@Nullable Beaten> beaten;

  /** By the last view. */
  private String runId = "";

  private NodeConnection(
      StatefulRedisConnection<String, String> connection,
      Duration patience,
      AtomicReference<@Nullable Beaten> beaten) {
    this.connection = connection;
    this.redis = connection.async();
    this.patience = patience;
    this.beaten = beaten;
  }

  /** A process of Redis, and the key under which it was given a heartbeat. */
  record Beaten(String runId, String key) {}

  /**
   * @param client one whose connections are not made again
   * @param beaten the node's, for all connections that are made to it
   */
  static NodeConnection open(
      RedisClient client,
      RedisURI node,
      Duration patience,
      AtomicReference<@Nullable Beaten> beaten)
      throws Exception {
    CompletableFuture<StatefulRedisConnection<String, String>> opening =
        client.connectAsync(StringCodec.UTF8, node).toCompletableFuture();
    try {
      return new NodeConnection(opening.get(patience.toMillis(), MILLISECONDS), patience, beaten);
    } catch (TimeoutException tooLate) {
      opening.thenAccept(StatefulRedisConnection::closeAsync);
      throw tooLate;
    }
  }

  boolean isOpen() {
    return connection.isOpen();
  }

  /** Of one moment, for it is one transaction. */
  NodeView view() throws Exception {
    redis.multi();
    RedisFuture<String> server = redis.info("server");
    RedisFuture<String> replication = redis.info("replication");
    RedisFuture<String> nodes = redis.clusterNodes();
    await(redis.exec());
    NodeView seen = NodeView.parse(await(server) + await(replication), await(nodes));
    runId = seen.runId();
    return seen;
  }

  @Nullable String read(String key) throws Exception {
    return await(redis.get(key));
  }

  /**
   * Writes a heartbeat. A server that takes no writes now keeps the one before.
   *
   * @param again true if there is one, which is replaced and never made anew: it may be gone since
   *     it was read
   * @throws IllegalStateException if it is
   */
  void beat(String key, Heartbeat heartbeat, boolean again) throws Exception {
    String reply;
    try {
      SetArgs how = again ? SetArgs.Builder.xx() : new SetArgs();
      reply = await(redis.set(key, heartbeat.encode(), how));
    } catch (ExecutionException refused) {
      if (!(refused.getCause() instanceof RedisCommandExecutionException)) {
        throw refused;
      }
      return;
    }
    beaten.set(new Beaten(runId, key));
    if (reply == null) {
      throw new IllegalStateException("Somebody has just deleted " + key);
    }
  }

  /** True if this process was given a heartbeat under this key, and none under another since. */
  boolean hasBeaten(String key) {
    return new Beaten(runId, key).equals(beaten.get());
  }

  /** Has the process forget every script, of other services too, which load theirs again. */
  void forgetScripts() throws Exception {
    if (!await(redis.info("memory")).contains("number_of_cached_scripts:0\r")) {
      await(redis.scriptFlush());
    }
  }

  /** Has the process know a script, until it ends. */
  CompletableFuture<String> load(String body) {
    return redis.scriptLoad(body).toCompletableFuture();
  }

  private <T> T await(RedisFuture<T> reply) throws Exception {
    return reply.get(patience.toMillis(), MILLISECONDS);
  }

  @Override
  public void close() {
    connection.closeAsync();
  }
}
