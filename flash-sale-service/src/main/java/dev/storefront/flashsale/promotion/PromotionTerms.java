package dev.storefront.flashsale.promotion;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.promotion.Promotion.Rate;
import dev.storefront.flashsale.sweep.SweepLease;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Holds the records in Redis to the terms that count: what operators changed in MySQL, and the
 * rates that they want. Who changes a promotion has it written at once; where that failed, and
 * where a record was written by an instance that had not heard of a change, it gets it at the next
 * round.
 */
@Component
class PromotionTerms {

  private static final Logger log = LoggerFactory.getLogger(PromotionTerms.class);
  private static final LuaScript APPLY = LuaScript.load("flashsale/applyTerms");

  /** What {@code applyTerms.lua} answers where hashes would go too early. */
  private static final long KEEP_FIRST = -1;

  private static final int KEPT_AT_ONCE = 1_000;
  private static final int PAGE = 200;
  private static final int ROUND_SECONDS = 20;

  private final PromotionStore store;
  private final SaleRecord record;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final SweepLease lease;
  private final Clock clock;
  private final WantedRates wanted;

  private @Nullable Map<String, Rate> applied;
  private int secondsSinceRound;

  PromotionTerms(
      PromotionStore store,
      SaleRecord record,
      RedisClusterAccess cluster,
      Namespace namespace,
      WantedRates wanted,
      SweepLease lease,
      Clock clock) {
    this.store = store;
    this.record = record;
    this.cluster = cluster;
    this.namespace = namespace;
    this.wanted = wanted;
    this.lease = lease;
    this.clock = clock;
  }

  /** At once when a switch has changed, else now and then. */
  @Scheduled(fixedDelay = 1_000)
  void apply() {
    Map<String, Rate> rates = wanted.set();
    if (rates.equals(applied) && ++secondsSinceRound < ROUND_SECONDS) {
      return;
    }
    try {
      if (!lease.isMine()) {
        applied = null;
        return;
      }
      boolean all = true;
      Instant end = clock.instant();
      List<StoredPromotion> page = store.approvedByEnd(end, 0, 1, PAGE);
      while (!page.isEmpty()) {
        all &= apply(page);
        Promotion last = page.get(page.size() - 1).terms();
        page = store.approvedByEnd(last.endsAt(), last.promotionId(), 1, PAGE);
      }
      if (all) {
        applied = rates;
        secondsSinceRound = 0;
      }
    } catch (RuntimeException e) {
      log.warn("Promotions are changed later: {}", e.toString());
    }
  }

  /** False if some of them have to be tried again. */
  private boolean apply(List<StoredPromotion> page) {
    Map<StoredPromotion, CompletableFuture<Boolean>> changes = new LinkedHashMap<>();
    page.forEach(stored -> changes.put(stored, start(stored, false)));
    return changes.entrySet().stream()
        .map(change -> isApplied(change.getKey(), change.getValue()))
        .reduce(true, Boolean::logicalAnd);
  }

  /** False if it could not be changed; the others are. */
  private boolean isApplied(StoredPromotion stored, CompletableFuture<Boolean> change) {
    try {
      if (!change.join()) {
        apply(stored);
      }
      return true;
    } catch (RuntimeException e) {
      log.warn("Promotion {} is changed later: {}", stored.terms().promotionId(), e.toString());
      return false;
    }
  }

  /**
   * Gives one promotion's record the terms that it has in MySQL.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if Redis does not answer
   */
  void apply(StoredPromotion stored) {
    if (!ScriptRunner.await(start(stored, false))) {
      keepLonger(stored.terms());
      ScriptRunner.await(start(stored, true));
    }
  }

  /**
   * @param kept true if marks and limits are kept long enough
   * @return false if they have to be kept longer first
   */
  private CompletableFuture<Boolean> start(StoredPromotion stored, boolean kept) {
    Promotion p = stored.terms();
    Buckets buckets = p.buckets();
    return record
        .start(
            APPLY,
            p.promotionId(),
            buckets.count(),
            bucket -> {
              BucketRate rate = BucketRate.of(wanted.of(p), buckets, bucket);
              return List.of(
                  rate.max(),
                  rate.windowMillis(),
                  stored.version(),
                  buckets.shareOf(p.quota(), bucket),
                  p.endsAt().toEpochMilli(),
                  record.keepUntil(p),
                  stored.isPaused() ? 1 : 0,
                  buckets.quota(),
                  kept ? 1 : 0);
            })
        .thenApply(codes -> codes.stream().noneMatch(code -> code == KEEP_FIRST));
  }

  /** Keeps marks and limits as long as a promotion needs them that ends later than before. */
  private void keepLonger(Promotion p) {
    long until = record.keepUntil(p);
    for (int bucket = 0; bucket < p.buckets().count(); bucket++) {
      PromotionKeys keys = PromotionKeys.of(p.promotionId(), bucket, namespace);
      List<byte[]> hashes =
          IntStream.range(0, PromotionKeys.spread(p.buckets().largestShare()))
              .boxed()
              .flatMap(n -> Stream.of(keys.marks(n), keys.limits(n)))
              .map(key -> key.getBytes(StandardCharsets.UTF_8))
              .toList();
      for (int from = 0; from < hashes.size(); from += KEPT_AT_ONCE) {
        List<CompletableFuture<Boolean>> kept =
            hashes.subList(from, Math.min(from + KEPT_AT_ONCE, hashes.size())).stream()
                .map(hash -> cluster.call(c -> c.pexpireat(hash, until)))
                .toList();
        kept.forEach(ScriptRunner::await);
      }
    }
  }
}
