package dev.storefront.history.timeline;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.HistoryKeys;
import dev.storefront.history.HistoryRules;
import dev.storefront.history.View;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A user's history in Redis, as its reader sees it. */
@Component
class HotHistory {

  private static final LuaScript READ_VIEWS = LuaScript.load("history/readViews");
  private static final LuaScript CACHE_COUNT = LuaScript.load("history/cacheCount");
  private static final LuaScript ADMIT_COLD_VIEWS = LuaScript.load("history/admitColdViews");
  private static final String NO_LEASE = "";

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final TimelineProperties properties;
  private final Clock clock;

  HotHistory(
      ScriptRunner scripts, Namespace namespace, TimelineProperties properties, Clock clock) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.properties = properties;
    this.clock = clock;
  }

  /** The user's views that are not too old to show. */
  HotViews read(String user) {
    return views(readWith(user, NO_LEASE));
  }

  /** The cached count, or else the views, with a lease to cache their count. */
  CountRead readForCount(String user, String lease) {
    List<Object> reply = readWith(user, lease);
    long cached = (Long) reply.get(0);
    return cached >= 0
        ? new CountRead.Cached((int) cached)
        : new CountRead.ToCompute(views(reply), lease);
  }

  /** Starts to cache a count; nobody waits for it, and it is void if the history has changed. */
  void cacheCount(String user, String lease, int count) {
    var unused =
        scripts.integer(
            ScriptCall.of(
                CACHE_COUNT,
                List.of(keys(user).count()),
                lease,
                count,
                properties.countLifetime().toMillis()));
  }

  /**
   * Which of all the user's cold views may show: neither deleted nor cleared. A user without hot
   * views gets them copied back for the next time.
   */
  List<View> admitCold(String user, List<View> cold) {
    List<Object> args = new ArrayList<>(4 + 2 * cold.size());
    args.add(HistoryRules.MOST_HOT_VIEWS);
    args.add(HistoryRules.HOT_LIFETIME.toMillis());
    args.add(properties.copiedFor().toMillis());
    args.add(properties.nothingColdFor().toMillis());
    for (View view : cold) {
      args.add(view.skuId());
      args.add(view.viewedAt());
    }
    HistoryKeys keys = keys(user);
    List<String> names =
        List.of(keys.views(), keys.deletions(), keys.cleared(), keys.nothingCold());
    Set<Long> admitted = new HashSet<>();
    ScriptRunner.await(scripts.list(ScriptCall.of(ADMIT_COLD_VIEWS, names, args.toArray())))
        .forEach(sku -> admitted.add(number(sku)));
    return cold.stream().filter(view -> admitted.contains(view.skuId())).toList();
  }

  private List<Object> readWith(String user, String lease) {
    long oldest = clock.instant().minus(HistoryRules.LONGEST_AGE).toEpochMilli();
    HistoryKeys keys = keys(user);
    List<String> names = List.of(keys.views(), keys.nothingCold(), keys.count());
    long leaseMillis = properties.countLifetime().toMillis();
    return ScriptRunner.await(
        scripts.list(ScriptCall.of(READ_VIEWS, names, oldest, lease, leaseMillis)));
  }

  private HistoryKeys keys(String user) {
    return HistoryKeys.of(namespace, user);
  }

  private static HotViews views(List<Object> reply) {
    List<View> views = new ArrayList<>(reply.size() / 2);
    for (int i = 2; i < reply.size(); i += 2) {
      views.add(new View(number(reply.get(i)), number(reply.get(i + 1))));
    }
    views.sort(View.NEWEST_FIRST);
    return new HotViews(views, (Long) reply.get(1) == 1);
  }

  private static long number(Object bulk) {
    return Long.parseLong(new String((byte[]) bulk, StandardCharsets.US_ASCII));
  }
}
