package dev.storefront.flashsale.units;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/**
 * The units that orders hold of promotions, in each promotion's own slot. Every call may be
 * repeated; none waits, so that those of an order's promotions travel together.
 */
@Component
public final class Units {

  private static final LuaScript TAKE = LuaScript.load("flashsale/takeUnits");
  private static final LuaScript RETURN = LuaScript.load("flashsale/returnUnits");
  private static final LuaScript NOTE = LuaScript.load("flashsale/notePending");

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final Promotions promotions;
  private final FlashSaleProperties properties;

  Units(
      ScriptRunner scripts,
      RedisClusterAccess cluster,
      Namespace namespace,
      Promotions promotions,
      FlashSaleProperties properties) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
    this.promotions = promotions;
    this.properties = properties;
  }

  /** Takes an item's units for the order's attempt, and notes its GRAB as pending. */
  public CompletableFuture<Take> take(Order order, OrderItem item, Instant now) {
    return promotions
        .originalOf(item.promotionId())
        .thenCompose(
            quota ->
                quota.isEmpty()
                    ? CompletableFuture.completedFuture(Take.unknownPromotion(item))
                    : take(order, item, now, quota.get()));
  }

  private CompletableFuture<Take> take(Order order, OrderItem item, Instant now, int quota) {
    PromotionKeys keys = keys(item.promotionId());
    ScriptCall call =
        ScriptCall.of(
            TAKE,
            List.of(
                keys.record(),
                keys.marks(order.orderId(), quota),
                keys.limits(PromotionKeys.ip(order.ip()), quota),
                keys.limits(PromotionKeys.pin(order.pin()), quota),
                keys.pending()),
            now.toEpochMilli(),
            order.orderId(),
            order.attempt(),
            item.quantity(),
            order.ip(),
            order.pin(),
            order.pending(Kind.GRAB, item).encode());
    return scripts.list(call).thenApply(reply -> Take.of(item, reply.toArray()));
  }

  /**
   * Gives an attempt's units back, if it holds any.
   *
   * @return the units that came back
   */
  public CompletableFuture<Long> giveBack(PendingEntry entry, Leave leave) {
    return promotions
        .originalOf(entry.promotionId())
        .thenCompose(
            quota ->
                quota.isEmpty()
                    ? CompletableFuture.completedFuture(0L)
                    : giveBack(entry, leave, quota.get()));
  }

  private CompletableFuture<Long> giveBack(PendingEntry entry, Leave leave, int quota) {
    PromotionKeys keys = keys(entry.promotionId());
    return scripts.integer(
        ScriptCall.of(
            RETURN,
            List.of(
                keys.record(),
                keys.marks(entry.orderId(), quota),
                keys.limits(PromotionKeys.ip(entry.ip()), quota),
                keys.limits(PromotionKeys.pin(entry.pin()), quota)),
            entry.orderId(),
            entry.attempt(),
            entry.ip(),
            entry.pin(),
            leave.state()));
  }

  /** Notes that something is being begun. */
  public CompletableFuture<Void> note(List<PendingEntry> entries, Instant now) {
    return each(entries, entry -> scripts.integer(note(entry, now)));
  }

  private ScriptCall note(PendingEntry entry, Instant now) {
    PromotionKeys keys = keys(entry.promotionId());
    return ScriptCall.of(
        NOTE,
        List.of(keys.record(), keys.pending()),
        now.toEpochMilli(),
        entry.encode(),
        now.plus(properties.retention()).toEpochMilli());
  }

  /** Forgets what the ledger is known to have, or will never have to have. */
  public CompletableFuture<Void> settled(List<PendingEntry> entries) {
    return each(entries, entry -> cluster.call(c -> c.zrem(pendingKey(entry), member(entry))));
  }

  /** What was noted before {@code until} and is still pending, oldest first. */
  public CompletableFuture<List<PendingEntry>> pending(long promotionId, Instant until, int max) {
    Range<Long> noted = Range.create(0L, until.toEpochMilli());
    return cluster
        .call(c -> c.zrangebyscore(bytes(keys(promotionId).pending()), noted, Limit.from(max)))
        .thenApply(
            members ->
                members.stream()
                    .map(m -> new String(m, StandardCharsets.UTF_8))
                    .map(m -> PendingEntry.decode(promotionId, m))
                    .toList());
  }

  /** How much the ledger is not yet known to have. */
  public CompletableFuture<Long> pendingCount(long promotionId) {
    return cluster.call(c -> c.zcard(bytes(keys(promotionId).pending())));
  }

  private static CompletableFuture<Void> each(
      List<PendingEntry> entries, Function<PendingEntry, CompletableFuture<?>> command) {
    return CompletableFuture.allOf(entries.stream().map(command).toArray(CompletableFuture[]::new));
  }

  private PromotionKeys keys(long promotionId) {
    return PromotionKeys.of(promotionId, namespace);
  }

  private byte[] pendingKey(PendingEntry entry) {
    return bytes(keys(entry.promotionId()).pending());
  }

  private static byte[] member(PendingEntry entry) {
    return bytes(entry.encode());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
