package dev.storefront.common.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.storefront.lua.LuaScript;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one process of Redis: when it breaks it is not made again, so that what it saw
 * and what it does next concern the same process. All methods but those that take a script wait.
 */
final class NodeConnection implements AutoCloseable {

  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final RedisAsyncCommands<byte[], byte[]> redis;
  private final Duration patience;

  private NodeConnection(StatefulRedisConnection<byte[], byte[]> connection, Duration patience) {
    this.connection = connection;
    this.redis = connection.async();
    this.patience = patience;
  }

  /**
   * @param client one whose connections are not made again
   */
  static NodeConnection open(RedisClient client, RedisURI node, Duration patience)
      throws Exception {
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> opening =
        client.connectAsync(ByteArrayCodec.INSTANCE, node).toCompletableFuture();
    try {
      return new NodeConnection(opening.get(patience.toMillis(), MILLISECONDS), patience);
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
    RedisFuture<String> server;
    RedisFuture<String> replication;
    RedisFuture<String> nodes;
    RedisFuture<TransactionResult> done;
    synchronized (this) {
      // What other threads send stays outside: Lettuce counts the replies of a transaction.
      redis.multi();
      server = redis.info("server");
      replication = redis.info("replication");
      nodes = redis.clusterNodes();
      done = redis.exec();
    }
    await(done);
    return NodeView.parse(await(server) + await(replication), await(nodes));
  }

  /** The values of keys of one slot, null where there is none. */
  List<@Nullable String> read(String... keys) throws Exception {
    List<@Nullable String> values = new ArrayList<>();
    byte[][] names = Stream.of(keys).map(NodeConnection::bytes).toArray(byte[][]::new);
    await(redis.mget(names))
        .forEach(found -> values.add(found.map(NodeConnection::text).getValueOrElse(null)));
    return values;
  }

  /** What came of a write. */
  enum Written {
    DONE,
    /** There was nothing to replace. */
    GONE,
    /** The server takes no writes now, or not for this key. */
    REFUSED
  }

  Written write(String key, String value, SetArgs how) throws Exception {
    try {
      return await(redis.set(bytes(key), bytes(value), how)) == null ? Written.GONE : Written.DONE;
    } catch (ExecutionException refused) {
      if (refused.getCause() instanceof RedisCommandExecutionException) {
        return Written.REFUSED;
      }
      throw refused;
    }
  }

  void delete(String key) throws Exception {
    await(redis.del(bytes(key)));
  }

  /** Has the process forget every script, of other services too, which load theirs again. */
  void forgetScripts() throws Exception {
    if (!await(redis.info("memory")).contains("number_of_cached_scripts:0\r")) {
      await(redis.scriptFlush());
    }
  }

  /** Has the process know a script, until it ends. */
  synchronized CompletableFuture<String> load(LuaScript script) {
    return redis.scriptLoad(script.body()).toCompletableFuture();
  }

  /** Runs a script by its text, which the process knows from then on until it ends. */
  synchronized <T> CompletableFuture<T> run(
      LuaScript script, ScriptOutputType type, byte[][] keys, byte[][] args) {
    return redis.<T>eval(script.body(), type, keys, args).toCompletableFuture();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private <T> T await(RedisFuture<T> reply) throws Exception {
    return reply.get(patience.toMillis(), MILLISECONDS);
  }

  @Override
  public void close() {
    connection.closeAsync();
  }
}
