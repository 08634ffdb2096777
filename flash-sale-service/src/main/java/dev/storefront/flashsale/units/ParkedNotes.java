package dev.storefront.flashsale.units;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/**
 * Notes that nobody could settle, and that were put aside.
 *
 * <p>Calls throw {@link dev.storefront.common.health.BackendUnavailableException} if Redis does not
 * answer.
 */
@Component
public class ParkedNotes {

  private static final LuaScript PARK = LuaScript.load("flashsale/parkNote");
  private static final LuaScript UNPARK = LuaScript.load("flashsale/unparkNotes");

  /** For people to look at, of each bucket. */
  private static final int KEPT = 1_000;

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final Promotions promotions;
  private final FlashSaleProperties properties;
  private final Clock clock;

  ParkedNotes(
      ScriptRunner scripts,
      RedisClusterAccess cluster,
      Namespace namespace,
      Promotions promotions,
      FlashSaleProperties properties,
      Clock clock) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
    this.promotions = promotions;
    this.properties = properties;
    this.clock = clock;
  }

  /** A note, and when it was noted. */
  public record Parked(PendingNote note, Instant notedAt) {}

  /**
   * Puts a note aside that nobody can settle, so that neither a rebuild nor a comparison with the
   * ledger waits for it. Units and reservations stay as they are.
   *
   * @param noted the latest time at which it may have been noted: a younger one stays
   */
  public CompletableFuture<ParkCode> park(PendingNote note, Instant noted) {
    PromotionKeys keys = PromotionKeys.of(note.promotionId(), note.bucket(), namespace);
    ScriptCall call =
        ScriptCall.of(
            PARK,
            List.of(keys.record(), keys.pending(), keys.parked()),
            note.member(),
            noted.toEpochMilli(),
            KEPT,
            noted.plus(properties.retention()).toEpochMilli());
    return scripts.integer(call).thenApply(code -> PARK.code(ParkCode.class, code));
  }

  /** Into how many buckets a promotion is divided, each of which has notes of its own. */
  public int buckets(long promotionId) {
    return ScriptRunner.await(promotions.bucketsOf(promotionId)).orElse(Buckets.UNKNOWN).count();
  }

  /**
   * Those of a bucket, the oldest first.
   *
   * @param skipped how many to leave out
   */
  public List<Parked> of(long promotionId, int bucket, long skipped, int max) {
    byte[] key =
        PromotionKeys.of(promotionId, bucket, namespace).parked().getBytes(StandardCharsets.UTF_8);
    return ScriptRunner.await(
            cluster.call(c -> c.zrangeWithScores(key, skipped, skipped + max - 1)))
        .stream()
        .map(
            found ->
                new Parked(
                    new PendingNote(promotionId, bucket, found.getValue()),
                    Instant.ofEpochMilli((long) found.getScore())))
        .toList();
  }

  /**
   * Has all of a promotion's tried again, by the next sweep.
   *
   * @return how many there were
   */
  public long retry(long promotionId) {
    promotions.touch(promotionId);
    List<CompletableFuture<Long>> counts =
        IntStream.range(0, buckets(promotionId))
            .mapToObj(bucket -> scripts.integer(unpark(promotionId, bucket)))
            .toList();
    return counts.stream().mapToLong(ScriptRunner::await).sum();
  }

  private ScriptCall unpark(long promotionId, int bucket) {
    PromotionKeys keys = PromotionKeys.of(promotionId, bucket, namespace);
    return ScriptCall.of(
        UNPARK,
        List.of(keys.record(), keys.pending(), keys.parked()),
        KEPT,
        clock.instant().plus(properties.retention()).toEpochMilli());
  }
}
