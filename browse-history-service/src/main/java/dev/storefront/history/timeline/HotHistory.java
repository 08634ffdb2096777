package dev.storefront.history.timeline;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.core.ColdCopy;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.View;
import dev.storefront.lua.LuaScript;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;

/** A user's history in Redis, as its reader sees it. */
@Component
class HotHistory {

  private static final LuaScript READ_VIEWS = LuaScript.load("history/readViews");
  private static final LuaScript CACHE_COUNT = LuaScript.load("history/cacheCount");
  private static final LuaScript KEEP_COLD_VIEWS = LuaScript.load("history/keepColdViews");
  private static final String NO_LEASE = "";
  private static final long ANY = 0;

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final long countMillis;
  private final Clock clock;

  HotHistory(
      ScriptRunner scripts, Namespace namespace, TimelineProperties properties, Clock clock) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.countMillis = properties.countLifetime().toMillis();
    this.clock = clock;
  }

  /** What Redis has of the user. */
  KeptHistory read(String user) {
    return readForCount(user, NO_LEASE, ANY);
  }

  /**
   * The same for a count, which the lease lets be cached if nothing changes meanwhile.
   *
   * @param alteredAt when products last changed, as far as this instance knows: who counted without
   *     that is not believed
   * @return with the cached count only, if there is one
   */
  KeptHistory readForCount(String user, String lease, long alteredAt) {
    HistoryKeys keys = keys(user);
    List<String> names =
        List.of(keys.views(), keys.cold(), keys.cleared(), keys.groups(), keys.count());
    // Instances learn the same change at times that differ. After a while none counts without it.
    long needed = alteredAt < clock.millis() - 2 * countMillis ? ANY : alteredAt;
    return KeptHistory.of(
        ScriptRunner.await(
            scripts.list(
                ScriptCall.of(READ_VIEWS, names, lease, countMillis, needed).unlessInDoubt())));
  }

  /** Starts to cache a count; nobody waits for it, and it is void if the history has changed. */
  void cacheCount(String user, String lease, int count, long alteredAt) {
    var unused =
        scripts.integer(
            ScriptCall.of(
                    CACHE_COUNT, List.of(keys(user).count()), lease, count, countMillis, alteredAt)
                .unlessInDoubt());
  }

  /**
   * Keeps what cold storage has of the user, also that it has nothing.
   *
   * @param number of the latest export
   * @param boundary up to where the views are complete
   * @return those of the views that are neither deleted nor cleared
   */
  List<View> keepCold(String user, long number, long boundary, List<View> views) {
    HistoryKeys keys = keys(user);
    byte[] kept =
        ScriptRunner.await(
            scripts.bytes(
                ScriptCall.of(
                        KEEP_COLD_VIEWS,
                        List.of(keys.cold(), keys.deletions(), keys.cleared(), keys.pauses()),
                        ColdCopy.header(number, boundary),
                        ColdCopy.body(views),
                        HistoryRules.HOT_LIFETIME.toMillis())
                    .unlessInDoubt()));
    return PackedViews.decode(kept);
  }

  private HistoryKeys keys(String user) {
    return HistoryKeys.of(namespace.key(""), user);
  }
}
