package dev.storefront.common.redis;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs Lua scripts on Redis Cluster by their SHA-1. Calls are asynchronous and travel pipelined:
 * start many, then wait. A node that does not know a script (restart, failover, SCRIPT FLUSH) gets
 * its body, also in the midst of a pipeline.
 *
 * <p>In a service with a {@link RedisFallbackListener} a node gets it only once it is known to have
 * everything that the service ever wrote there, or what it lacks is in doubt; so no call runs on
 * one that fell back unnoticed. Until then calls fail with {@link BackendUnavailableException}.
 *
 * <p>Every call ends within the client's command time-out, or three of them if a node has to be
 * looked at. Futures fail with {@link BackendUnavailableException} when Redis is away ({@link
 * BackendUnavailableException#outcomeUnknown} after a time-out), and with Lettuce's own exception
 * when the script itself fails.
 */
public final class ScriptRunner {

  private final RedisClusterAccess redis;
  private final MeterRegistry meters;
  private final @Nullable FallbackDetectors detectors;
  private final @Nullable FallbackDetector detector;

  /**
   * @param detectors null in a service that is not told of a Redis that fell back
   */
  ScriptRunner(
      RedisClusterAccess redis, MeterRegistry meters, @Nullable FallbackDetectors detectors) {
    this.redis = redis;
    this.meters = meters;
    this.detectors = detectors;
    this.detector = detectors == null ? null : detectors.of(redis.cluster());
  }

  /**
   * The same for another cluster of this service.
   *
   * @param cluster {@value RedisClusterAccess#DEFAULT}, or one of {@code storefront.redis.clusters}
   * @throws IllegalArgumentException if there is none of this name; the message has the names
   */
  public ScriptRunner on(String cluster) {
    return new ScriptRunner(redis.on(cluster), meters, detectors);
  }

  /**
   * The same on a connection of its own: short calls on this one never wait behind long replies on
   * that. It closes with the service.
   */
  public ScriptRunner onAnotherConnection() {
    return new ScriptRunner(redis.another(), meters, detectors);
  }

  /** True if this service has a cluster of this name. */
  public boolean knows(String cluster) {
    return redis.knows(cluster);
  }

  /**
   * The service's generation on each of its clusters, as far as this instance knows. Whoever reads
   * in the database what is to be written to Redis asks before that: then the read has all that was
   * written to Redis before that generation began.
   *
   * @return by the cluster's name; none in a service that is not told of a Redis that fell back
   */
  public Map<String, Long> generations() {
    return detectors == null ? Map.of() : detectors.generations();
  }

  /** The generation since which the key's slot is in doubt, as far as is known here; 0 if not. */
  public long doubt(String key) {
    Known known = detector == null ? null : detector.known();
    return known == null || known.inDoubt().isEmpty() ? 0 : known.doubt(SlotHash.getSlot(key));
  }

  /**
   * Learns at once which fall-backs other instances have found, which happens about each second
   * anyway. Waits for the database.
   *
   * @throws org.springframework.dao.DataAccessException if that is away
   */
  public void learnFallbacks() {
    if (detector != null) {
      detector.refresh();
    }
  }

  /** True if writes to the key from before that time may be lost, as far as is known here. */
  public boolean fellBackAfter(String key, Instant time) {
    Known known = detector == null ? null : detector.known();
    return known != null && known.fellBackAfter(SlotHash.getSlot(key), time);
  }

  /**
   * The highest floor of the key's slot that says nothing of the time since: a script that gets a
   * higher one runs in a slot that was found to have fallen back after that time, whether or not
   * this instance knew so when it asked here.
   *
   * @return the floor, if the slot's latest fall-back was found by then; else 1
   */
  public long floorAt(String key, Instant time) {
    Known known = detector == null ? null : detector.known();
    return known == null ? 1 : known.floorAt(SlotHash.getSlot(key), time);
  }

  /** The address of the node that has this key's slot; the cluster's name if none is known. */
  public String node(String key) {
    return redis.node(SlotHash.getSlot(key));
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
        .<T>call(
            commands ->
                detector == null || call.keys().length == 0
                    ? evaluate(commands, call, type)
                    : new FencedCall<T>(detector, commands, call, type).run())
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
    byte[][] args = call.fencedBy(1, 1);
    return commands
        .<T>evalsha(call.script().sha1(), type, call.keys(), args)
        .toCompletableFuture()
        .exceptionallyCompose(
            error ->
                FencedCall.isUnknown(error)
                    ? commands.<T>eval(call.script().body(), type, call.keys(), args)
                    : CompletableFuture.failedFuture(error));
  }
}
