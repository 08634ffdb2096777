package dev.storefront.shortlink.recycling;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import io.lettuce.core.SetArgs;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Whether a missing marker means that nobody came. Canaries, keys that never expire, are spread
 * over the cluster; each holds the time since when it is there. If one is younger than the idle
 * time, or a server threw keys away, Redis may have lost markers too.
 */
@Component
class RedisMemory {

  private static final Logger log = LoggerFactory.getLogger(RedisMemory.class);

  /** So many there are. */
  static final int CANARIES = 64;

  private static final Pattern EVICTED = Pattern.compile("evicted_keys:(\\d+)");

  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final Clock clock;

  RedisMemory(RedisClusterAccess cluster, Namespace namespace, Clock clock) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.clock = clock;
  }

  /**
   * Sets canaries where there are none: at the very first start, and after a loss. All of them anew
   * once a server threw keys away, for it forgets that it did when it is started again.
   */
  @Scheduled(fixedDelay = 10_000, initialDelay = 0)
  void keepCanaries() {
    try {
      if (evictedKeys() > 0) {
        canaries(SetArgs.Builder.xx());
      }
      canaries(SetArgs.Builder.nx());
    } catch (BackendUnavailableException e) {
      log.warn("Canaries are set once Redis is back: {}", e.toString());
    }
  }

  /** Why missing markers cannot be trusted over that time; empty if they can. */
  Optional<String> doubtOver(Duration time) {
    Instant since =
        canaries(SetArgs.Builder.nx()).stream().max(Instant::compareTo).orElseGet(clock::instant);
    long evicted = evictedKeys();
    if (evicted > 0) {
      canaries(SetArgs.Builder.xx());
      return Optional.of(
          ("Redis evicted %d keys since it started; give it memory, and it is believed again an idle"
                  + " time after it was started anew, or its statistics were reset")
              .formatted(evicted));
    }
    Duration remembered = Duration.between(since, clock.instant());
    return remembered.compareTo(time) < 0
        ? Optional.of(
            "Redis remembers only since %s, less than the idle time of %s"
                .formatted(
                    since,
                    time.toHours() % 24 == 0 && time.toDays() > 0 ? time.toDays() + " days" : time))
        : Optional.empty();
  }

  /** Sets those that the condition allows; tells since when each was there before. */
  private List<Instant> canaries(SetArgs condition) {
    List<CompletableFuture<Instant>> canaries =
        IntStream.range(0, CANARIES).mapToObj(number -> canary(number, condition)).toList();
    return canaries.stream().map(ScriptRunner::await).toList();
  }

  private CompletableFuture<Instant> canary(int number, SetArgs condition) {
    byte[] key = bytes(key(number));
    byte[] now = bytes(Long.toString(clock.millis()));
    return cluster
        .call(commands -> commands.setGet(key, now, condition))
        .thenApply(
            before ->
                Instant.ofEpochMilli(
                    Long.parseLong(
                        new String(before == null ? now : before, StandardCharsets.UTF_8))));
  }

  /** Canaries of before, without an ending, tell of links that had a key each. */
  String key(int number) {
    return namespace.key("shortlink:{canary:" + number + "}:buckets");
  }

  private long evictedKeys() {
    List<String> statistics =
        ScriptRunner.await(cluster.call(commands -> commands.upstream().commands().info("stats")));
    return statistics.stream().mapToLong(RedisMemory::evictedKeys).sum();
  }

  private static long evictedKeys(String statistics) {
    Matcher evicted = EVICTED.matcher(statistics);
    return evicted.find() ? Long.parseLong(evicted.group(1)) : 0;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
