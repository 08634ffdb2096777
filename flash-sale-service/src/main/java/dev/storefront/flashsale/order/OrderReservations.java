package dev.storefront.flashsale.order;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.lua.LuaScript;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * What the reservations in the promotions' slots say of an attempt. They lie beside the units: an
 * attempt whose units were released is over, though its record is gone and MySQL has not been told
 * yet.
 */
@Component
class OrderReservations {

  private static final LuaScript READ = LuaScript.load("flashsale/readReservation");
  private static final long RELEASED = 1;
  private static final long CANCELLED = 2;

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final Promotions promotions;

  OrderReservations(ScriptRunner scripts, Namespace namespace, Promotions promotions) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.promotions = promotions;
  }

  /** How the attempt ended if any of its units were released, which is decided for all of them. */
  Optional<OrderStatus> endingOf(Order order) {
    List<CompletableFuture<Long>> replies =
        order.items().stream().map(item -> read(order, item.promotionId())).toList();
    List<Long> reservations = replies.stream().map(ScriptRunner::await).toList();
    if (reservations.contains(CANCELLED)) {
      return Optional.of(OrderStatus.CANCELLED);
    }
    return reservations.contains(RELEASED) ? Optional.of(OrderStatus.FREE) : Optional.empty();
  }

  private CompletableFuture<Long> read(Order order, long promotionId) {
    return promotions
        .bucketsOf(promotionId)
        .thenCompose(
            buckets ->
                buckets
                    .map(b -> read(order, promotionId, b))
                    .orElse(CompletableFuture.completedFuture(0L)));
  }

  private CompletableFuture<Long> read(Order order, long promotionId, Buckets buckets) {
    int home = buckets.homeOf(order.orderId(), order.ip(), order.pin());
    PromotionKeys keys = PromotionKeys.of(promotionId, home, namespace);
    return scripts.integer(
        ScriptCall.of(
            READ,
            List.of(keys.record(), keys.reservations(order.orderId(), buckets.largestShare())),
            order.orderId(),
            order.attempt()));
  }
}
