package dev.storefront.flashsale.units;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.SharedCalls;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Writes pending notes and forgets them. Those of one bucket that are to be forgotten while a
 * command is on its way share the next one: of as many grabs as are under way. What is not
 * forgotten, because the instance or Redis died, the sweep settles.
 */
@Component
class PendingNotes {

  private static final LuaScript NOTE = LuaScript.load("flashsale/notePending");

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final FlashSaleProperties properties;
  private final SharedCalls<String, byte[], Long> forgotten = new SharedCalls<>(this::forget);

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
    return forgotten.call(keys.pending(), bytes(entry.encode()));
  }

  private CompletableFuture<List<Long>> forget(String key, List<byte[]> notes) {
    return cluster
        .call(c -> c.zrem(bytes(key), notes.toArray(byte[][]::new)))
        .thenApply(gone -> Collections.nCopies(notes.size(), gone));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
