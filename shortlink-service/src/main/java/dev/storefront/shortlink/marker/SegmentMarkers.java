package dev.storefront.shortlink.marker;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.segment.Portion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * A segment's marker is in Redis as long as anything in the segment was handed out, published or
 * visited within the tier's idle time. Its value is the segment's generation: links of an earlier
 * one count as gone.
 */
@Component
public class SegmentMarkers {

  private static final LuaScript OPEN = LuaScript.load("shortlink/openSegment");
  private static final LuaScript CLOSE = LuaScript.load("shortlink/closeSegment");

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final TierProperties tiers;

  SegmentMarkers(
      ScriptRunner scripts, RedisClusterAccess cluster, Namespace namespace, TierProperties tiers) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
    this.tiers = tiers;
  }

  /**
   * The marker's key.
   *
   * @param tag the hash tag of what it marks
   */
  public String keyOf(String tag) {
    return namespace.key("shortlink:{" + tag + "}:marker");
  }

  /**
   * Marks what was handed out as in use, so that it does not look idle before it is used. False if
   * a segment has gone on to a later generation, which refuses links of this one.
   */
  public boolean open(Collection<Portion> portions) {
    return all(portions.stream().map(this::open).toList()).stream()
        .noneMatch(reply -> reply == MarkerReply.LATER_GENERATION.number());
  }

  /** Which of the segments have their marker, in the order of {@code segments}; one round trip. */
  public List<Boolean> present(List<Segment> segments) {
    return all(
        segments.stream()
            .map(
                segment -> {
                  byte[] key = keyOf(segment.tag()).getBytes(StandardCharsets.UTF_8);
                  return cluster.call(commands -> commands.exists(key)).thenApply(n -> n > 0);
                })
            .toList());
  }

  /**
   * Ends a generation, unless its marker is back.
   *
   * @param generation the one to end
   * @param refusal how long its links are refused here, until cold storage does it
   * @return false if somebody renewed the segment
   */
  public boolean close(Segment segment, int generation, Duration refusal) {
    long reply =
        ScriptRunner.await(
            scripts.integer(
                ScriptCall.of(
                    CLOSE, List.of(keyOf(segment.tag())), generation + 1, refusal.toMillis())));
    return reply == MarkerReply.CLOSED.number();
  }

  private CompletableFuture<Long> open(Portion portion) {
    Segment segment = portion.segment();
    return scripts.integer(
        ScriptCall.of(
            OPEN,
            List.of(keyOf(segment.tag())),
            portion.generation(),
            tiers.of(segment.tier()).idleTime().toMillis()));
  }

  private static <T> List<T> all(List<CompletableFuture<T>> replies) {
    return replies.stream().map(ScriptRunner::await).toList();
  }
}
