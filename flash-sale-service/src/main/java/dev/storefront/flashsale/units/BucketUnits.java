package dev.storefront.flashsale.units;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.SharedCalls;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.lua.LuaScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Reserves units of an order's bucket and releases them. */
@Component
class BucketUnits {

  private static final LuaScript LOOK = LuaScript.load("flashsale/lookUnits");
  private static final LuaScript RESERVE = LuaScript.load("flashsale/reserveUnits");
  private static final LuaScript RELEASE = LuaScript.load("flashsale/releaseUnits");

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final SharedCalls<PromotionKeys, ReserveRequest, ReserveAnswer> looks =
      new SharedCalls<>(this::look);

  BucketUnits(ScriptRunner scripts, Namespace namespace) {
    this.scripts = scripts;
    this.namespace = namespace;
  }

  /**
   * Reserves them if there are enough.
   *
   * @param again true if the same call has counted this attempt against the rate already
   */
  CompletableFuture<ReserveAnswer> reserve(ReserveRequest request, boolean again) {
    Order order = request.order();
    int units = request.buckets().largestShare();
    PromotionKeys keys = request.keys(namespace);
    ScriptCall call =
        ScriptCall.of(
            RESERVE,
            List.of(
                keys.record(),
                keys.reservations(order.orderId(), units),
                keys.limits(PromotionKeys.ip(order.ip()), units),
                keys.limits(PromotionKeys.pin(order.pin()), units),
                keys.pending()),
            request.now().toEpochMilli(),
            order.orderId(),
            order.attempt(),
            request.item().quantity(),
            order.ip(),
            order.pin(),
            request.grab().encode(),
            again ? 1 : 0,
            request.addressFull() ? 1 : 0);
    return scripts
        .list(call)
        .thenApply(
            reply ->
                ReserveAnswer.of(
                    request.item(), RESERVE.code(ReserveCode.class, (Long) reply.get(0)), reply));
  }

  /**
   * Looks for who has nothing of it yet whether there are too few; reserves nothing. Those who look
   * at the same moment share a script.
   */
  CompletableFuture<ReserveAnswer> look(ReserveRequest request) {
    return looks.call(request.keys(namespace), request);
  }

  private CompletableFuture<List<ReserveAnswer>> look(
      PromotionKeys keys, List<ReserveRequest> requests) {
    List<String> all = new ArrayList<>(List.of(keys.record()));
    List<Object> args = new ArrayList<>();
    args.add(requests.get(requests.size() - 1).now().toEpochMilli());
    for (ReserveRequest request : requests) {
      Order order = request.order();
      int units = request.buckets().largestShare();
      all.add(keys.reservations(order.orderId(), units));
      all.add(keys.limits(PromotionKeys.ip(order.ip()), units));
      all.add(keys.limits(PromotionKeys.pin(order.pin()), units));
      args.addAll(List.of(order.orderId(), request.item().quantity(), order.ip(), order.pin()));
      args.add(request.addressFull() ? 1 : 0);
    }
    return scripts
        .list(ScriptCall.of(LOOK, all, args.toArray()))
        .thenApply(
            reply ->
                IntStream.range(0, requests.size())
                    .mapToObj(i -> looked(requests.get(i), reply.subList(2 * i, 2 * i + 2)))
                    .toList());
  }

  private static ReserveAnswer looked(ReserveRequest request, List<Object> reply) {
    return ReserveAnswer.refused(
        request.item(),
        LOOK.code(ReserveCode.class, (Long) reply.get(0)),
        Duration.ofMillis((Long) reply.get(1)));
  }

  /** The units that were released, or {@link Units#EARLIER_HOLDS}. */
  CompletableFuture<Long> release(PendingEntry entry, Leave leave, Buckets buckets) {
    int units = buckets.largestShare();
    int home = buckets.homeOf(entry.orderId(), entry.ip(), entry.pin());
    PromotionKeys keys = PromotionKeys.of(entry.promotionId(), home, namespace);
    return scripts.integer(
        releasing(keys, keys.reservations(entry.orderId(), units), units, entry, leave, false));
  }

  /**
   * Releases what the entry's attempt reserved.
   *
   * @param reservations where it is
   * @param held true if it was held for the address alone
   */
  static ScriptCall releasing(
      PromotionKeys keys,
      String reservations,
      int units,
      PendingEntry entry,
      Leave leave,
      boolean held) {
    return ScriptCall.of(
        RELEASE,
        List.of(
            keys.record(),
            reservations,
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
