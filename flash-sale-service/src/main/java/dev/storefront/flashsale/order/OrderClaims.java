package dev.storefront.flashsale.order;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.order.Orders.Claim;
import dev.storefront.flashsale.order.Orders.Draft;
import dev.storefront.lua.LuaScript;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** How an order's attempts begin on its record, and how those end that came to nothing. */
@Component
class OrderClaims {

  /** How long an unfinished attempt is remembered; far longer than one takes. */
  static final Duration KEPT = Duration.ofMinutes(10);

  private static final LuaScript KNOW = LuaScript.load("flashsale/knowOrder");
  private static final LuaScript CLAIM = LuaScript.load("flashsale/claimOrder");
  private static final LuaScript FREE = LuaScript.load("flashsale/freeOrder");
  private static final LuaScript LEAVE = LuaScript.load("flashsale/leaveOrder");

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final LostRecords lost;
  private final Clock clock;

  OrderClaims(ScriptRunner scripts, Namespace namespace, LostRecords lost, Clock clock) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.lost = lost;
    this.clock = clock;
  }

  CompletableFuture<Boolean> isKnown(String orderId) {
    OrderKeys keys = OrderKeys.of(orderId, namespace, clock.instant());
    List<String> all = List.of(keys.record(), keys.taken(), keys.takenBefore());
    return scripts.integer(ScriptCall.of(KNOW, all, keys.number())).thenApply(known -> known == 1);
  }

  /**
   * @param asked a floor of the order's slot by which MySQL was asked for it, 0 if none
   */
  CompletableFuture<Claim> claim(Draft draft, long asked) {
    Instant now = clock.instant();
    OrderKeys keys = OrderKeys.of(draft.orderId(), namespace, now);
    ScriptCall call =
        ScriptCall.of(
            CLAIM,
            List.of(keys.record(), keys.taken(), keys.takenBefore()),
            now.toEpochMilli(),
            OrderItem.content(draft.items()),
            OrderItem.encode(draft.items()),
            draft.pin(),
            draft.ip(),
            draft.ipMatters() ? 1 : 0,
            KEPT.toMillis(),
            keys.number(),
            Math.max(asked, lost.floorOfFreeIds(keys.record())));
    return scripts.list(call).thenApply(reply -> claimed(draft, reply));
  }

  private static Claim claimed(Draft draft, List<Object> reply) {
    Map<String, String> record = OrderRecords.fields(reply);
    return new Claim(
        CLAIM.code(ClaimCode.class, (Long) reply.get(0)),
        record.isEmpty() ? draft.toOrder() : Order.ofRecord(draft.orderId(), record),
        Long.parseLong(record.getOrDefault("joined", "0")),
        reply.size() > 2 ? (Long) reply.get(2) : 0);
  }

  void free(Order order, boolean forgotten) {
    ScriptRunner.await(
        scripts.integer(
            ScriptCall.of(
                FREE, List.of(key(order.orderId())), order.attempt(), forgotten ? 1 : 0)));
  }

  void leave(Claim claim, boolean forgotten) {
    Order order = claim.order();
    ScriptRunner.await(
        scripts.integer(
            ScriptCall.of(
                LEAVE,
                List.of(key(order.orderId())),
                order.attempt(),
                claim.call(),
                forgotten ? 1 : 0)));
  }

  private String key(String orderId) {
    return OrderKeys.record(orderId, namespace);
  }
}
