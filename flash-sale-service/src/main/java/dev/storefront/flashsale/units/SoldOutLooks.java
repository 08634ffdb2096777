package dev.storefront.flashsale.units;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.Promotions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Refuses who comes for a sold out promotion before anything of the order is begun, with one
 * question in place of a claim, a take and a farewell. Which promotions are worth the question this
 * instance remembers; the answer is always Redis'. Repeats find their mark there, and go on.
 */
@Component
public final class SoldOutLooks {

  /** Of more, some are refused in the longer way. */
  private static final int MOST = 10_000;

  private final Cache<Long, Boolean> soldOut = Caffeine.newBuilder().maximumSize(MOST).build();
  private final Promotions promotions;
  private final BucketUnits bucket;
  private final SoldOutMarks hotMarks;

  SoldOutLooks(Promotions promotions, BucketUnits bucket, SoldOutMarks hotMarks) {
    this.promotions = promotions;
    this.bucket = bucket;
    this.hotMarks = hotMarks;
  }

  /** Tells why a take was refused. */
  public void note(Take refused) {
    if (refused.code() == TakeCode.SOLD_OUT) {
      soldOut.put(refused.item().promotionId(), true);
    }
  }

  /**
   * The first refusal, if one of the order's promotions was sold out and still is; empty if the
   * order has to be tried. Waits for Redis, where it asks.
   */
  public Optional<Take> refusal(Orders.Draft draft, Instant now) {
    Order order = draft.toOrder();
    List<CompletableFuture<Take>> looks =
        order.items().stream()
            .filter(item -> soldOut.getIfPresent(item.promotionId()) != null)
            .map(item -> look(order, item, now))
            .toList();
    return looks.stream()
        .map(ScriptRunner::await)
        .filter(take -> take.code().endsLook())
        .findFirst();
  }

  private CompletableFuture<Take> look(Order order, OrderItem item, Instant now) {
    return promotions
        .bucketsOf(item.promotionId())
        .thenCompose(
            buckets ->
                buckets
                    .filter(b -> showsAll(b, item))
                    .map(b -> bucket.look(new Taking(order, item, now, b, false)))
                    .map(look -> look.thenApply(this::remember))
                    .orElse(CompletableFuture.completedFuture(Take.refused(item, TakeCode.LEFT))));
  }

  /**
   * Of a hot one, an empty bucket says nothing of the others, and the mark of a repeat that comes
   * from another address may lie in one of them.
   */
  private boolean showsAll(Buckets buckets, OrderItem item) {
    return buckets.isHomeForAnyAddress()
        && (!buckets.isHot() || hotMarks.has(item.promotionId(), item.quantity()));
  }

  private Take remember(Take look) {
    if (!look.code().endsLook()) {
      soldOut.invalidate(look.item().promotionId());
    }
    return look;
  }
}
