package dev.storefront.flashsale.recovery;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * The steps of a closed promotion's rebuild in Redis. After each of them the units left, the
 * reservations and the limits agree, whatever is released meanwhile.
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
  private final Promotions promotions;

  Rebuild(ScriptRunner scripts, Namespace namespace, Promotions promotions) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.promotions = promotions;
  }

  /** Forgets all reservations and limits: from here on nothing was ever sold. */
  void empty(long promotionId, Buckets buckets, long fence) {
    for (int bucket = 0; bucket < buckets.count(); bucket++) {
      PromotionKeys keys = PromotionKeys.of(promotionId, bucket, namespace);
      List<String> hashes = hashes(keys, buckets);
      for (int from = 0; from < hashes.size(); from += WIPED_AT_ONCE) {
        List<String> wiped = new ArrayList<>(List.of(keys.record()));
        wiped.addAll(hashes.subList(from, Math.min(from + WIPED_AT_ONCE, hashes.size())));
        await(List.of(scripts.integer(ScriptCall.of(WIPE, wiped, fence))));
      }
      run(BEGIN, keys, fence);
    }
  }

  private static List<String> hashes(PromotionKeys keys, Buckets buckets) {
    List<String> hashes = new ArrayList<>(keys.spreadHashes(buckets));
    if (buckets.isHot()) {
      hashes.addAll(List.of(keys.lent(), keys.received()));
    }
    return hashes;
  }

  /** Writes what the ledger has of some orders, at most a few thousand. */
  void restore(long promotionId, Buckets buckets, long fence, List<LedgerItem> items) {
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    items.stream()
        .collect(Collectors.groupingBy(i -> buckets.homeOf(i.orderId(), i.ip(), i.pin())))
        .forEach((home, its) -> restore(promotionId, buckets, home, false, fence, its, calls));
    if (buckets.holdsApart()) {
      items.stream()
          .collect(Collectors.groupingBy(i -> buckets.placeOf(i.ip())))
          .forEach((place, its) -> restore(promotionId, buckets, place, true, fence, its, calls));
    }
    await(calls);
  }

  private void restore(
      long promotionId,
      Buckets buckets,
      int bucket,
      boolean holds,
      long fence,
      List<LedgerItem> items,
      List<CompletableFuture<Long>> calls) {
    PromotionKeys keys = PromotionKeys.of(promotionId, bucket, namespace);
    for (int from = 0; from < items.size(); from += RESTORED_AT_ONCE) {
      RestoredOrders orders = new RestoredOrders(keys, buckets.largestShare(), holds, fence);
      items.subList(from, Math.min(from + RESTORED_AT_ONCE, items.size())).forEach(orders::add);
      if (!orders.isEmpty()) {
        calls.add(scripts.integer(ScriptCall.of(RESTORE, orders.keys(), orders.args())));
      }
    }
  }

  /** All is written: what was on sale is on sale again, and each bucket has a share of the rest. */
  void reopen(long promotionId, Buckets buckets, long fence) {
    promotions.touch(promotionId);
    List<Integer> left = left(promotionId, buckets);
    int sum = left.stream().mapToInt(Integer::intValue).sum();
    for (int bucket = 0; bucket < buckets.count(); bucket++) {
      run(
          REOPEN,
          PromotionKeys.of(promotionId, bucket, namespace),
          fence,
          buckets.shareOf(sum, bucket) - left.get(bucket));
    }
  }

  /** What is released from here on is added to it. */
  private List<Integer> left(long promotionId, Buckets buckets) {
    if (!buckets.isHot()) {
      return List.of(0);
    }
    return ScriptRunner.await(promotions.survey(promotionId, buckets)).now().stream()
        .map(state -> Math.toIntExact(state.left()))
        .toList();
  }

  private void run(LuaScript script, PromotionKeys keys, Object... args) {
    await(List.of(scripts.integer(ScriptCall.of(script, List.of(keys.record()), args))));
  }

  private static void await(List<CompletableFuture<Long>> replies) {
    for (CompletableFuture<Long> reply : replies) {
      // All of them give the same numbers.
      RebuildCode code = WIPE.code(RebuildCode.class, ScriptRunner.await(reply));
      if (code != RebuildCode.DONE) {
        throw new RebuildVoidException(code);
      }
    }
  }
}
