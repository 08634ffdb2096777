package dev.storefront.flashsale.recovery;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * The steps of a closed promotion's rebuild in Redis. After each of them the units left, the marks
 * and the limits agree, whatever is given back meanwhile.
 *
 * <p>Steps throw {@link RebuildVoidException} if the rebuild has to begin anew.
 */
@Component
class Rebuild {

  private static final LuaScript WIPE = LuaScript.load("flashsale/wipeUnits");
  private static final LuaScript BEGIN = LuaScript.load("flashsale/beginRebuild");
  private static final LuaScript RESTORE = LuaScript.load("flashsale/restoreUnits");
  private static final LuaScript REOPEN = LuaScript.load("flashsale/reopenPromotion");

  /** Hashes of one call. */
  private static final int WIPED_AT_ONCE = 500;

  /** Orders of one call; others wait for Redis about as long as for 250 grabs. */
  private static final int RESTORED_AT_ONCE = 250;

  private final ScriptRunner scripts;
  private final Namespace namespace;

  Rebuild(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /** Forgets all marks and limits: from here on nothing was ever sold. */
  void empty(long promotionId, int quota, long fence) {
    PromotionKeys keys = PromotionKeys.of(promotionId, namespace);
    int spread = PromotionKeys.spread(quota);
    for (int from = 0; from < spread; from += WIPED_AT_ONCE / 2) {
      List<String> hashes = new ArrayList<>(List.of(keys.record()));
      for (int n = from; n < Math.min(from + WIPED_AT_ONCE / 2, spread); n++) {
        hashes.add(keys.marks(n));
        hashes.add(keys.limits(n));
      }
      await(List.of(scripts.integer(ScriptCall.of(WIPE, hashes, fence))));
    }
    run(BEGIN, keys, fence);
  }

  /** Writes what the ledger has of some orders, at most a few thousand. */
  void restore(long promotionId, int quota, long fence, List<LedgerItem> items) {
    PromotionKeys keys = PromotionKeys.of(promotionId, namespace);
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int from = 0; from < items.size(); from += RESTORED_AT_ONCE) {
      RestoredOrders orders = new RestoredOrders(keys, quota, fence);
      items.subList(from, Math.min(from + RESTORED_AT_ONCE, items.size())).forEach(orders::add);
      if (!orders.isEmpty()) {
        calls.add(scripts.integer(ScriptCall.of(RESTORE, orders.keys(), orders.args())));
      }
    }
    await(calls);
  }

  /** All is written: what was on sale is on sale again. */
  void reopen(long promotionId, long fence) {
    run(REOPEN, PromotionKeys.of(promotionId, namespace), fence);
  }

  private void run(LuaScript script, PromotionKeys keys, long fence) {
    await(List.of(scripts.integer(ScriptCall.of(script, List.of(keys.record()), fence))));
  }

  private static void await(List<CompletableFuture<Long>> replies) {
    for (CompletableFuture<Long> reply : replies) {
      RebuildCode code = RebuildCode.of(ScriptRunner.await(reply));
      if (code != RebuildCode.DONE) {
        throw new RebuildVoidException(code);
      }
    }
  }
}
