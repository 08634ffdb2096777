package dev.storefront.flashsale.promotion;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.KeyValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** A promotion's record in Redis: what grabs are decided by. */
@Component
class SaleRecord {

  private static final LuaScript OPEN = LuaScript.load("flashsale/openPromotion");
  private static final LuaScript CLOSE = LuaScript.load("flashsale/closePromotion");
  private static final LuaScript CHECK = LuaScript.load("flashsale/checkPromotion");
  private static final LuaScript STOP = LuaScript.load("flashsale/stopPromotion");

  /** An instance remembers the size of that many promotions; more, and it asks again. */
  private static final int MOST_REMEMBERED = 50_000;

  private final Map<Long, Integer> originals = new ConcurrentHashMap<>();
  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final FlashSaleProperties properties;

  SaleRecord(
      ScriptRunner scripts,
      RedisClusterAccess cluster,
      Namespace namespace,
      FlashSaleProperties properties) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
    this.properties = properties;
  }

  /** Writes the record unless it is there. It goes a while after the sale's end. */
  void open(Promotion p) {
    List<Object> args = terms(p, false);
    args.add(0, keepUntil(p));
    args.addAll(List.of("b", p.quota(), "c", 0, "windowStart", 0));
    run(OPEN, p.promotionId(), args);
  }

  /**
   * Closes the sale, and writes the record's terms where they are lost.
   *
   * @param fence the number of the rebuild that is going to open it again
   * @return false if a rebuild with a higher number has begun
   */
  boolean close(StoredPromotion stored, long fence) {
    Promotion p = stored.terms();
    List<Object> args = terms(p, stored.isStopped());
    args.addAll(0, List.of(fence, keepUntil(p)));
    return run(CLOSE, p.promotionId(), args) > 0;
  }

  private static List<Object> terms(Promotion p, boolean stopped) {
    return new ArrayList<>(
        List.of(
            "o",
            p.quota(),
            "rateMax",
            p.rate().max(),
            "rateWindow",
            p.rate().windowSeconds() * 1000L,
            "limitPer",
            p.limit().per(),
            "limitMax",
            p.limit().max(),
            "startsAt",
            p.startsAt().toEpochMilli(),
            "endsAt",
            p.endsAt().toEpochMilli(),
            "stopped",
            stopped ? 1 : 0,
            "paymentTimeout",
            p.paymentTimeout().toMillis()));
  }

  private long keepUntil(Promotion p) {
    return p.endsAt().plus(properties.retention()).toEpochMilli();
  }

  /** Ends the sale. Without effect where there is no record. */
  void stop(long promotionId) {
    run(STOP, promotionId, List.of());
  }

  /** True if it is there, open, and known to be complete. */
  CompletableFuture<Boolean> isComplete(long promotionId) {
    return scripts
        .integer(ScriptCall.of(CHECK, List.of(key(promotionId))))
        .thenApply(complete -> complete == 1);
  }

  /** What is left, empty if there is no record. */
  Optional<Quota> quota(long promotionId) {
    byte[] key = bytes(key(promotionId));
    List<KeyValue<byte[], byte[]>> fields =
        ScriptRunner.await(
            cluster.call(c -> c.hmget(key, bytes("o"), bytes("b"), bytes("recovering"))));
    return fields.get(0).hasValue() && fields.get(1).hasValue()
        ? Optional.of(
            new Quota(number(fields.get(0)), number(fields.get(1)), fields.get(2).hasValue()))
        : Optional.empty();
  }

  /** The units that it was opened with, empty if there is no record. */
  CompletableFuture<Optional<Integer>> original(long promotionId) {
    Integer known = originals.get(promotionId);
    if (known != null) {
      return CompletableFuture.completedFuture(Optional.of(known));
    }
    return cluster
        .call(c -> c.hget(bytes(key(promotionId)), bytes("o")))
        .thenApply(value -> Optional.ofNullable(value).map(o -> remember(promotionId, o)));
  }

  private int remember(long promotionId, byte[] original) {
    if (originals.size() >= MOST_REMEMBERED) {
      originals.clear();
    }
    int units = Integer.parseInt(text(original));
    originals.put(promotionId, units);
    return units;
  }

  private long run(LuaScript script, long promotionId, List<Object> args) {
    return ScriptRunner.await(
        scripts.integer(ScriptCall.of(script, List.of(key(promotionId)), args.toArray())));
  }

  private String key(long promotionId) {
    return PromotionKeys.of(promotionId, namespace).record();
  }

  private static int number(KeyValue<byte[], byte[]> field) {
    return Integer.parseInt(text(field.getValue()));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
