package dev.storefront.history.keepalive;

import dev.storefront.common.health.Replies;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.history.core.HistoryRules;
import io.lettuce.core.ExpireArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** How long Redis keeps hot views, node by node. */
@Component
class HotLifetimes {

  /** Long enough for some passes to fail. */
  static final Duration SOON = Duration.ofHours(36);

  /** What a key has left once it is kept. */
  static final Duration KEPT = Duration.ofHours(48);

  private static final int AT_ONCE = 500;
  private static final int SLOWEST_SECONDS = 10;

  private final RedisClusterAccess redis;
  private final Clock clock;
  private final String pattern;

  HotLifetimes(RedisClusterAccess redis, Namespace namespace, Clock clock) {
    this.redis = redis;
    this.clock = clock;
    // Of HistoryKeys.views, of all users.
    this.pattern = namespace.key("history:{*}:recent");
  }

  /**
   * What became of a part of a node's keys.
   *
   * @param cursor of the next part
   * @param finished true if there is none
   */
  record Part(String cursor, boolean finished, int users, int kept) {}

  /** The ids of all primaries, in order. */
  List<String> nodes() {
    return call(
        commands ->
            CompletableFuture.completedFuture(
                commands.getStatefulConnection().getPartitions().stream()
                    .filter(node -> node.getRole().isUpstream() && !node.getSlots().isEmpty())
                    .map(node -> node.getNodeId())
                    .sorted()
                    .toList()));
  }

  /**
   * Looks at some of a node's keys, and keeps those that expire soon with views that no export has.
   * A key lives for four days after its latest view: what it has left tells when that was.
   *
   * @param watermark up to when HBase has all views, epoch milliseconds
   */
  Part keep(String node, String cursor, long watermark) {
    KeyScanCursor<byte[]> page =
        call(
            commands ->
                commands
                    .getConnection(node)
                    .scan(
                        ScanCursor.of(cursor),
                        ScanArgs.Builder.limit(AT_ONCE).match(pattern, StandardCharsets.UTF_8)));
    List<byte[]> keys = page.getKeys();
    List<Long> left = each(keys, (commands, key) -> commands.pttl(key));
    List<byte[]> ending = new ArrayList<>();
    long now = clock.millis();
    for (int i = 0; i < keys.size(); i++) {
      long written = now - (HistoryRules.HOT_LIFETIME.toMillis() - left.get(i));
      if (left.get(i) > 0 && left.get(i) < SOON.toMillis() && written > watermark) {
        ending.add(keys.get(i));
      }
    }
    // A view that comes meanwhile gives a key four days, which are more.
    each(
        ending, (commands, key) -> commands.pexpire(key, KEPT.toMillis(), ExpireArgs.Builder.gt()));
    return new Part(page.getCursor(), page.isFinished(), keys.size(), ending.size());
  }

  private interface Command<T> {
    RedisFuture<T> on(RedisAdvancedClusterAsyncCommands<byte[], byte[]> commands, byte[] key);
  }

  private <T> List<T> each(List<byte[]> keys, Command<T> command) {
    return call(
        commands ->
            Replies.all(keys.stream().map(key -> command.on(commands, key).toCompletableFuture())));
  }

  private <T> T call(
      Function<RedisAdvancedClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
    return redis.call(command).orTimeout(SLOWEST_SECONDS, TimeUnit.SECONDS).join();
  }
}
