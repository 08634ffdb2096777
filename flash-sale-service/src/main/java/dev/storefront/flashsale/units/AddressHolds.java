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

/**
 * What addresses hold of hot promotions with a limit for each account and one for each address. The
 * account chooses the order's bucket, the address the bucket of its count, so that an order looks
 * at its address, reserves its units, and then holds them for its address. Both are noted as
 * pending and released together: a hold whose order came to nothing is found by its note.
 */
@Component
class AddressHolds {

  private static final LuaScript HOLD = LuaScript.load("flashsale/holdAddress");

  private final ScriptRunner scripts;
  private final Namespace namespace;

  AddressHolds(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /**
   * True if the address has its maximum just now, by what is no hold of this attempt: then it is
   * refused before it reserves units that it would have to release.
   */
  CompletableFuture<Boolean> isFull(ReserveRequest request) {
    return request.buckets().holdsApart()
        ? call(request, true).thenApply(code -> code == ReserveCode.LIMIT_REACHED)
        : CompletableFuture.completedFuture(false);
  }

  /** Where a promotion needs it, counts what was reserved for the address; else changes nothing. */
  CompletableFuture<ReserveAnswer> hold(ReserveRequest request, ReserveAnswer answer) {
    return request.buckets().holdsApart() && answer.code().holds()
        ? call(request, false).thenApply(code -> code.holds() ? answer : answer.refusedWith(code))
        : CompletableFuture.completedFuture(answer);
  }

  private CompletableFuture<ReserveCode> call(ReserveRequest request, boolean looksOnly) {
    Order order = request.order();
    int units = request.buckets().largestShare();
    PromotionKeys keys = keys(request.promotionId(), request.buckets(), order.ip());
    ScriptCall call =
        ScriptCall.of(
            HOLD,
            List.of(
                keys.record(),
                keys.holds(order.orderId(), units),
                keys.limits(PromotionKeys.ip(order.ip()), units),
                keys.pending()),
            request.now().toEpochMilli(),
            order.orderId(),
            order.attempt(),
            request.item().quantity(),
            order.ip(),
            request.grab().encode(),
            looksOnly ? 1 : 0);
    return scripts.integer(call).thenApply(code -> HOLD.code(ReserveCode.class, code));
  }

  /** Releases what the entry's attempt holds for its address, if anything. */
  CompletableFuture<Long> release(PendingEntry entry, Leave leave, Buckets buckets) {
    if (!buckets.holdsApart()) {
      return CompletableFuture.completedFuture(0L);
    }
    int units = buckets.largestShare();
    PromotionKeys keys = keys(entry.promotionId(), buckets, entry.ip());
    return scripts.integer(
        BucketUnits.releasing(keys, keys.holds(entry.orderId(), units), units, entry, leave, true));
  }

  /** Where the address' note of an entry lies. */
  PromotionKeys keys(long promotionId, Buckets buckets, String ip) {
    return PromotionKeys.of(promotionId, buckets.placeOf(ip), namespace);
  }
}
