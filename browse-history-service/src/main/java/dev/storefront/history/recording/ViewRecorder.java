package dev.storefront.history.recording;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.HistoryKeys;
import dev.storefront.history.HistoryRules;
import dev.storefront.history.View;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Writes views into the hot history. Views may come in any order, late, and more than once. */
@Component
class ViewRecorder {

  private static final LuaScript RECORD_VIEWS = LuaScript.load("history/recordViews");

  private final ScriptRunner scripts;
  private final Namespace namespace;

  ViewRecorder(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /** Starts to record views of one user; the future has the number of those that were news. */
  CompletableFuture<Long> record(String user, List<View> views) {
    List<Object> args = new ArrayList<>(2 + 2 * views.size());
    args.add(HistoryRules.MOST_HOT_VIEWS);
    args.add(HistoryRules.HOT_LIFETIME.toMillis());
    for (View view : views) {
      args.add(view.skuId());
      args.add(view.viewedAt());
    }
    HistoryKeys keys = HistoryKeys.of(namespace, user);
    List<String> names = List.of(keys.views(), keys.deletions(), keys.cleared(), keys.count());
    return scripts.integer(ScriptCall.of(RECORD_VIEWS, names, args.toArray()));
  }
}
