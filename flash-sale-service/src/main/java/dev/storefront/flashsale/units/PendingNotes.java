package dev.storefront.flashsale.units;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.NextAnswer;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Writes pending notes and forgets them. Those of one bucket that are to be forgotten while a
 * command is on its way share the next one. What is not forgotten, because the instance or Redis
 * died, the sweep settles.
 */
@Component
class PendingNotes {

  private static final LuaScript NOTE = LuaScript.load("flashsale/notePending");

  /** Are forgotten by one command; further ones are left to the sweep. */
  private static final int MOST = 10_000;

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final FlashSaleProperties properties;
  private final Map<String, List<byte[]>> waiting = new ConcurrentHashMap<>();
  private final NextAnswer<String, Long> commands = new NextAnswer<>();

  PendingNotes(ScriptRunner scripts, RedisClusterAccess cluster, FlashSaleProperties properties) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.properties = properties;
  }

  CompletableFuture<Long> note(PendingEntry entry, PromotionKeys keys, Instant now) {
    return scripts.integer(
        ScriptCall.of(
            NOTE,
            List.of(keys.record(), keys.pending()),
            now.toEpochMilli(),
            entry.encode(),
            now.plus(properties.retention()).toEpochMilli()));
  }

  /** Completes once the note is gone; fails if Redis does not answer. */
  CompletableFuture<Long> forget(PendingEntry entry, PromotionKeys keys) {
    String key = keys.pending();
    waiting.compute(key, (k, others) -> with(entry, others == null ? new ArrayList<>() : others));
    return commands.ask(key, () -> forgetAll(key));
  }

  private static List<byte[]> with(PendingEntry entry, List<byte[]> notes) {
    if (notes.size() < MOST) {
      notes.add(bytes(entry.encode()));
    }
    return notes;
  }

  private CompletableFuture<Long> forgetAll(String key) {
    List<byte[]> notes = waiting.remove(key);
    return notes == null
        ? CompletableFuture.completedFuture(0L)
        : cluster.call(c -> c.zrem(bytes(key), notes.toArray(byte[][]::new)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
