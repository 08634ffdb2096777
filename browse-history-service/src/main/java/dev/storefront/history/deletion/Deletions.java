package dev.storefront.history.deletion;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.HistoryKeys;
import dev.storefront.history.HistoryRules;
import dev.storefront.lua.LuaScript;
import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Deletes views, first in MySQL for the offline pipeline, then in Redis for everyone to see. Either
 * may be repeated; a call that fails in between is to be made again, and nothing shows less than
 * the user asked for.
 */
@Component
class Deletions {

  private static final LuaScript DELETE_VIEWS = LuaScript.load("history/deleteViews");
  private static final LuaScript CLEAR_HISTORY = LuaScript.load("history/clearHistory");

  /**
   * Longer than any view that it hides could show: late events, offline jobs that run days later
   * and old cold rows have nothing to bring back.
   */
  private static final Duration REMEMBERED = HistoryRules.LONGEST_AGE.plusDays(2);

  /** Enough for a month of diligent deleting; offline, MySQL's log knows all. */
  private static final int MOST_REMEMBERED = 5_000;

  private final DeletionLog deletionLog;
  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final Clock clock;

  Deletions(DeletionLog deletionLog, ScriptRunner scripts, Namespace namespace, Clock clock) {
    this.deletionLog = deletionLog;
    this.scripts = scripts;
    this.namespace = namespace;
    this.clock = clock;
  }

  /** Deletes the user's views of these SKUs up to now. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "delete-views"})
  void delete(String user, Set<Long> skuIds) {
    long now = clock.millis();
    deletionLog.deleted(user, skuIds, now);
    List<Object> args = new ArrayList<>(3 + skuIds.size());
    args.add(now);
    args.add(REMEMBERED.toMillis());
    args.add(MOST_REMEMBERED);
    args.addAll(skuIds);
    HistoryKeys keys = HistoryKeys.of(namespace, user);
    List<String> names = List.of(keys.views(), keys.deletions(), keys.count());
    ScriptRunner.await(scripts.integer(ScriptCall.of(DELETE_VIEWS, names, args.toArray())));
  }

  /** Deletes all of the user's views up to now. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "clear-history"})
  void clear(String user) {
    long now = clock.millis();
    deletionLog.cleared(user, now);
    HistoryKeys keys = HistoryKeys.of(namespace, user);
    List<String> names = List.of(keys.views(), keys.deletions(), keys.cleared(), keys.count());
    ScriptRunner.await(
        scripts.integer(ScriptCall.of(CLEAR_HISTORY, names, now, REMEMBERED.toMillis())));
  }
}
