package dev.storefront.common.redis;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs Lua scripts on Redis Cluster by their SHA-1. Calls are asynchronous and travel pipelined:
 * start many, then wait. A node that does not know a script (restart, failover, SCRIPT FLUSH) gets
 * its body with that one call, also in the midst of a pipeline.
 *
 * <p>Every call ends within the client's command time-out. Futures fail with {@link
 * BackendUnavailableException} when Redis is away ({@link
 * BackendUnavailableException#outcomeUnknown} after a time-out), and with Lettuce's own exception
 * when the script itself fails.
 */
public final class ScriptRunner {

  private final RedisClusterAccess redis;
  private final MeterRegistry meters;

  ScriptRunner(RedisClusterAccess redis, MeterRegistry meters) {
    this.redis = redis;
    this.meters = meters;
  }

  /**
   * The same for another cluster of this service.
   *
   * @param cluster {@value RedisClusterAccess#DEFAULT}, or one of {@code storefront.redis.clusters}
   * @throws IllegalArgumentException if there is none of this name; the message has the names
   */
  public ScriptRunner on(String cluster) {
    return new ScriptRunner(redis.on(cluster), meters);
  }

  /** True if this service has a cluster of this name. */
  public boolean knows(String cluster) {
    return redis.knows(cluster);
  }

  /** The script's integer reply. */
  public CompletableFuture<Long> integer(ScriptCall call) {
    return run(call, ScriptOutputType.INTEGER);
  }

  /** The script's bulk reply as bytes, null for a Lua {@code false}. */
  public CompletableFuture<byte[]> bytes(ScriptCall call) {
    return run(call, ScriptOutputType.VALUE);
  }

  /** The script's array reply: {@code Long}, {@code byte[]}, {@code List} or null elements. */
  public CompletableFuture<List<Object>> list(ScriptCall call) {
    return run(call, ScriptOutputType.MULTI);
  }

  /** Waits for a reply; calls are bounded by the client's command time-out, and so is this. */
  public static <T> T await(CompletableFuture<T> reply) {
    return Replies.await(reply);
  }

  private <T> CompletableFuture<T> run(ScriptCall call, ScriptOutputType type) {
    Timer.Sample sample = Timer.start(meters);
    return redis
        .<T>call(commands -> evaluate(commands, call, type))
        .whenComplete((reply, error) -> sample.stop(timer(call, error)));
  }

  private Timer timer(ScriptCall call, Throwable error) {
    return meters.timer(
        "storefront.redis.script",
        "cluster",
        redis.cluster(),
        "script",
        call.script().name(),
        "outcome",
        error == null ? "success" : "failure");
  }

  private static <T> CompletableFuture<T> evaluate(
      RedisAdvancedClusterAsyncCommands<byte[], byte[]> commands,
      ScriptCall call,
      ScriptOutputType type) {
    return commands
        .<T>evalsha(call.script().sha1(), type, call.keys(), call.args())
        .toCompletableFuture()
        .exceptionallyCompose(
            error -> {
              if (RedisFaults.causeOf(error) instanceof RedisNoScriptException) {
                return commands.<T>eval(call.script().body(), type, call.keys(), call.args());
              }
              return CompletableFuture.failedFuture(error);
            });
  }
}
