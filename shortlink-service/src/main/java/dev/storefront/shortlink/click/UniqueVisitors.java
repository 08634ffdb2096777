package dev.storefront.shortlink.click;

import com.google.common.collect.Comparators;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.click.ClickCounts.Range;
import dev.storefront.shortlink.click.ClickTally.Day;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * How many different visitors a link had, estimated to about a hundredth: a HyperLogLog in Redis
 * for each of its days. Who is counted twice counts once.
 */
@Component
class UniqueVisitors {

  private static final LuaScript COUNT = LuaScript.load("shortlink/countVisitors");

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final ClickProperties properties;
  private final Clock clock;

  UniqueVisitors(
      ScriptRunner scripts,
      RedisClusterAccess cluster,
      Namespace namespace,
      ClickProperties properties,
      Clock clock) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
    this.properties = properties;
    this.clock = clock;
  }

  /** Counts visitors of some days. */
  void add(Map<Day, Set<String>> visitors) {
    List<CompletableFuture<Long>> replies = new ArrayList<>();
    visitors.forEach(
        (day, names) -> {
          List<Object> args = new ArrayList<>();
          args.add(properties.visitorsKept().toMillis());
          args.addAll(names);
          replies.add(scripts.integer(ScriptCall.of(COUNT, List.of(key(day)), args.toArray())));
        });
    replies.forEach(ScriptRunner::await);
  }

  /** How many came on the days of the range that are kept. */
  long count(Range range) {
    LocalDate now = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    LocalDate kept = now.minusDays(properties.visitorsKept().toDays());
    LocalDate first = Comparators.max(range.from(), kept);
    LocalDate last = Comparators.min(range.to(), now.plusDays(1));
    byte[][] keys =
        first
            .datesUntil(last.isBefore(first) ? first : last.plusDays(1))
            .map(day -> key(new Day(range.code(), range.generation(), day)))
            .map(key -> key.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    return keys.length == 0
        ? 0
        : ScriptRunner.await(cluster.call(commands -> commands.pfcount(keys)));
  }

  private String key(Day day) {
    return namespace.key(
        "shortlink:{visitors:%s:%d}:%s".formatted(day.code(), day.generation(), day.day()));
  }
}
