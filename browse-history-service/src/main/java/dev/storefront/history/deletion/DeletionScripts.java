package dev.storefront.history.deletion;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.history.core.Group;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.PackedViews;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Deletions in Redis. */
@Component
class DeletionScripts {

  private static final LuaScript DELETE_VIEWS = LuaScript.load("history/deleteViews");
  private static final LuaScript CLEAR_HISTORY = LuaScript.load("history/clearHistory");
  private static final LuaScript ERASE_HISTORY = LuaScript.load("history/eraseHistory");
  private static final LuaScript RESTORE_DELETIONS = LuaScript.load("history/restoreDeletions");

  /** Enough for a month of diligent deleting; the database knows all. */
  static final int MOST_REMEMBERED = 5_000;

  private static final byte[] NO_GROUP = new byte[0];

  private final ScriptRunner scripts;
  private final Namespace namespace;

  DeletionScripts(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /** Deletes; the reply has the deletions with the times from which on they hold. */
  CompletableFuture<List<Deletion>> delete(String user, List<Deletion> deletions) {
    List<Object> args = new ArrayList<>(2 + 3 * deletions.size());
    args.add(HistoryRules.DELETION_LIFETIME.toMillis());
    args.add(MOST_REMEMBERED);
    deletions.forEach(deletion -> add(args, deletion));
    HistoryKeys keys = keys(user);
    List<String> names =
        List.of(keys.views(), keys.deletions(), keys.groups(), keys.cold(), keys.count());
    return scripts
        .list(ScriptCall.of(DELETE_VIEWS, names, args.toArray()).unlessInDoubt())
        .thenApply(times -> at(deletions, times));
  }

  /**
   * Clears; the reply has all deletions of SKUs that hold for later than that. Among them are those
   * of views that a clock had put behind that time, and that went too.
   */
  CompletableFuture<List<Deletion>> clear(String user, long clearedAt) {
    long lifetime = HistoryRules.DELETION_LIFETIME.toMillis();
    return scripts
        .list(ScriptCall.of(CLEAR_HISTORY, all(keys(user)), clearedAt, lifetime).unlessInDoubt())
        .thenApply(DeletionScripts::ahead);
  }

  /**
   * Has Redis have what it may have lost, also while it is in doubt; the reply is how many views
   * went.
   *
   * @param clearedAt -1 if the history was not cleared
   */
  CompletableFuture<Long> restore(String user, long clearedAt, List<Deletion> deletions) {
    List<Object> args = new ArrayList<>(3 + 3 * deletions.size());
    args.add(HistoryRules.DELETION_LIFETIME.toMillis());
    args.add(MOST_REMEMBERED);
    args.add(clearedAt);
    deletions.forEach(deletion -> add(args, deletion));
    return scripts.integer(ScriptCall.of(RESTORE_DELETIONS, all(keys(user)), args.toArray()));
  }

  /** Forgets all up to a time but that time, also while Redis is in doubt. */
  CompletableFuture<Long> erase(String user, long upTo) {
    HistoryKeys keys = keys(user);
    List<String> names = new ArrayList<>(all(keys));
    names.add(keys.pauses());
    long lifetime = HistoryRules.DELETION_LIFETIME.toMillis();
    return scripts.integer(ScriptCall.of(ERASE_HISTORY, names, upTo, lifetime));
  }

  private static void add(List<Object> args, Deletion deletion) {
    Group group = deletion.group();
    args.add(PackedViews.sku(deletion.skuId()));
    args.add(group.kind() == Group.Kind.SKU ? NO_GROUP : group.encode());
    args.add(deletion.deletedAt());
  }

  private static List<String> all(HistoryKeys keys) {
    return List.of(
        keys.views(), keys.deletions(), keys.groups(), keys.cleared(), keys.cold(), keys.count());
  }

  private HistoryKeys keys(String user) {
    return HistoryKeys.of(namespace.key(""), user);
  }

  private static List<Deletion> at(List<Deletion> deletions, List<Object> times) {
    List<Deletion> effective = new ArrayList<>(deletions.size());
    for (int i = 0; i < deletions.size(); i++) {
      effective.add(deletions.get(i).at(time(times.get(i))));
    }
    return effective;
  }

  private static List<Deletion> ahead(List<Object> skusAndTimes) {
    List<Deletion> ahead = new ArrayList<>(skusAndTimes.size() / 2);
    for (int i = 0; i < skusAndTimes.size(); i += 2) {
      long sku = PackedViews.sku((byte[]) skusAndTimes.get(i));
      ahead.add(new Deletion(sku, Group.ofSku(sku), time(skusAndTimes.get(i + 1))));
    }
    return ahead;
  }

  private static long time(Object score) {
    return Long.parseLong(new String((byte[]) score, StandardCharsets.US_ASCII));
  }
}
