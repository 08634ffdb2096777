package dev.storefront.flashsale.units;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * In which bucket orders have their units, where the buyer chooses it. So an order id is known
 * again when it comes with another buyer, long after its record has gone.
 */
@Component
class OrderHomes {

  private static final LuaScript CHECK = LuaScript.load("flashsale/checkPromotion");
  private static final LuaScript NOTE = LuaScript.load("flashsale/noteHome");
  private static final LuaScript FORGET = LuaScript.load("flashsale/forgetHome");

  /** In a mark: its attempt was undone. */
  private static final String RETURNED = "|R|";

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;

  OrderHomes(ScriptRunner scripts, RedisClusterAccess cluster, Namespace namespace) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
  }

  /**
   * The bucket that an order has its units of.
   *
   * @param attempt whose units they are
   */
  record Noted(int bucket, long attempt) {

    static Noted decode(byte[] note) {
      String[] parts = new String(note, StandardCharsets.UTF_8).split("\\|", 2);
      return new Noted(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }
  }

  /**
   * True if the order has units of another bucket than its home, or had until it was cancelled. A
   * note of an attempt that has none any more, written late, is forgotten.
   */
  CompletableFuture<Boolean> isElsewhere(
      long promotionId, Buckets buckets, String orderId, int home) {
    byte[] key = bytes(homes(promotionId, buckets, orderId));
    return cluster
        .call(c -> c.hget(key, bytes(orderId)))
        .thenCompose(
            note -> {
              if (note == null || Noted.decode(note).bucket() == home) {
                return CompletableFuture.completedFuture(false);
              }
              return hasUnits(promotionId, buckets, orderId, Noted.decode(note));
            });
  }

  /** A bucket that may have lost marks is asked for none. */
  private CompletableFuture<Boolean> hasUnits(
      long promotionId, Buckets buckets, String orderId, Noted noted) {
    PromotionKeys keys = PromotionKeys.of(promotionId, noted.bucket(), namespace);
    byte[] marks = bytes(keys.marks(orderId, buckets.largestShare()));
    CompletableFuture<Boolean> none =
        cluster
            .call(c -> c.hget(marks, bytes(orderId)))
            .thenApply(
                mark ->
                    mark == null || new String(mark, StandardCharsets.UTF_8).contains(RETURNED));
    return scripts
        .integer(ScriptCall.of(CHECK, List.of(keys.record())))
        .thenCombine(none, (complete, isNone) -> complete == 1 && isNone)
        .thenCompose(
            stale ->
                stale
                    ? forget(promotionId, buckets, orderId, noted.attempt())
                        .thenApply(forgotten -> false)
                    : CompletableFuture.completedFuture(true));
  }

  /**
   * Notes the bucket, unless another one is noted.
   *
   * @return true if it is noted now; false if another one is, or if that cannot be known because it
   *     has to be rebuilt
   */
  CompletableFuture<Boolean> note(
      long promotionId, Buckets buckets, String orderId, int home, long attempt) {
    PromotionKeys keys = keys(promotionId, buckets, orderId);
    return scripts
        .integer(
            ScriptCall.of(
                NOTE,
                List.of(keys.record(), keys.homes(orderId, buckets.largestShare())),
                orderId,
                home,
                attempt))
        .thenApply(noted -> noted == home);
  }

  /** The attempt has no units any more. */
  CompletableFuture<Long> forget(long promotionId, Buckets buckets, String orderId, long attempt) {
    return scripts.integer(
        ScriptCall.of(FORGET, List.of(homes(promotionId, buckets, orderId)), orderId, attempt));
  }

  private String homes(long promotionId, Buckets buckets, String orderId) {
    return keys(promotionId, buckets, orderId).homes(orderId, buckets.largestShare());
  }

  private PromotionKeys keys(long promotionId, Buckets buckets, String orderId) {
    return PromotionKeys.of(promotionId, buckets.placeOf(orderId), namespace);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
