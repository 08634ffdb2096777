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
import org.jspecify.annotations.Nullable;
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
  private final Map<String, Batch> waiting = new ConcurrentHashMap<>();
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
    Batch batch = waiting.compute(key, (k, others) -> Batch.with(entry, others));
    commands.ask(key, () -> forgetAll(key));
    return batch.done();
  }

  private CompletableFuture<Long> forgetAll(String key) {
    Batch batch = waiting.remove(key);
    return batch == null ? CompletableFuture.completedFuture(0L) : forget(key, batch);
  }

  private CompletableFuture<Long> forget(String key, Batch batch) {
    return CompletableFuture.completedFuture(batch.notes().toArray(byte[][]::new))
        .thenCompose(notes -> cluster.call(c -> c.zrem(bytes(key), notes)))
        .whenComplete(
            (gone, error) -> {
              if (error == null) {
                batch.done().complete(gone);
              } else {
                batch.done().completeExceptionally(error);
              }
            });
  }

  /**
   * What one command is to forget.
   *
   * @param done what came of that command, whoever asked for it
   */
  private record Batch(List<byte[]> notes, CompletableFuture<Long> done) {

    private static Batch with(PendingEntry entry, @Nullable Batch others) {
      Batch batch =
          others == null ? new Batch(new ArrayList<>(), new CompletableFuture<>()) : others;
      batch.notes().add(bytes(entry.encode()));
      return batch;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
