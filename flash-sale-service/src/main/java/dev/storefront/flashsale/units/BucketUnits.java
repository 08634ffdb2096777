package dev.storefront.flashsale.units;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.lua.LuaScript;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Takes units of an order's bucket and gives them back to it. */
@Component
class BucketUnits {

  private static final LuaScript TAKE = LuaScript.load("flashsale/takeUnits");
  private static final LuaScript RETURN = LuaScript.load("flashsale/returnUnits");

  private static final int FIRST = 0;
  private static final int AGAIN = 1;
  private static final int LOOK = 2;

  private final ScriptRunner scripts;
  private final Namespace namespace;

  BucketUnits(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /**
   * Takes them if there are enough.
   *
   * @param again true if the same call has counted this attempt against the rate already
   */
  CompletableFuture<Take> take(Taking taking, boolean again) {
    return call(taking, again ? AGAIN : FIRST);
  }

  /** Looks for who has nothing of it yet whether there are too few; takes nothing. */
  CompletableFuture<Take> look(Taking taking) {
    return call(taking, LOOK);
  }

  private CompletableFuture<Take> call(Taking taking, int mode) {
    Order order = taking.order();
    int units = taking.buckets().largestShare();
    PromotionKeys keys = PromotionKeys.of(taking.promotionId(), taking.home(), namespace);
    ScriptCall call =
        ScriptCall.of(
            TAKE,
            List.of(
                keys.record(),
                keys.marks(order.orderId(), units),
                keys.limits(PromotionKeys.ip(order.ip()), units),
                keys.limits(PromotionKeys.pin(order.pin()), units),
                keys.pending()),
            taking.now().toEpochMilli(),
            order.orderId(),
            order.attempt(),
            taking.item().quantity(),
            order.ip(),
            order.pin(),
            taking.grab().encode(),
            mode,
            taking.addressFull() ? 1 : 0);
    return scripts.list(call).thenApply(reply -> Take.of(taking.item(), reply.toArray()));
  }

  /** The units that came back, or {@link Units#EARLIER_HOLDS}. */
  CompletableFuture<Long> giveBack(PendingEntry entry, Leave leave, Buckets buckets) {
    int units = buckets.largestShare();
    int home = buckets.homeOf(entry.orderId(), entry.ip(), entry.pin());
    PromotionKeys keys = PromotionKeys.of(entry.promotionId(), home, namespace);
    return scripts.integer(
        returning(keys, keys.marks(entry.orderId(), units), units, entry, leave, false));
  }

  /**
   * Gives back what the entry's attempt took.
   *
   * @param marks where that is marked
   * @param held true if it was held for the address alone
   */
  static ScriptCall returning(
      PromotionKeys keys, String marks, int units, PendingEntry entry, Leave leave, boolean held) {
    return ScriptCall.of(
        RETURN,
        List.of(
            keys.record(),
            marks,
            keys.limits(PromotionKeys.ip(entry.ip()), units),
            keys.limits(PromotionKeys.pin(entry.pin()), units)),
        entry.orderId(),
        entry.attempt(),
        entry.ip(),
        entry.pin(),
        leave.state(),
        held ? 1 : 0);
  }
}
