package dev.storefront.flashsale.promotion;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.promotion.Promotion.Rate;
import dev.storefront.flashsale.sweep.FullRounds;
import dev.storefront.flashsale.sweep.SweepLease;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.ExpireArgs;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  /** A few megabytes; of more, each is held to its terms in every round. */
  private static final int MOST_HELD = 100_000;

  private final PromotionStore store;
  private final SaleRecord record;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final SweepLease lease;
  private final TouchedPromotions touched;
  private final AddedUnits added;
  private final Clock clock;
  private final WantedRates wanted;

  private final FullRounds rounds;

  /** The terms that records are known to have, by version. */
  private final Map<Long, Long> held = new HashMap<>();

  private @Nullable Map<String, Rate> applied;
  private int secondsSinceRound;

  PromotionTerms(
      PromotionStore store,
      SaleRecord record,
      RedisClusterAccess cluster,
      Namespace namespace,
      WantedRates wanted,
      SweepLease lease,
      TouchedPromotions touched,
      AddedUnits added,
      FlashSaleProperties properties,
      Clock clock) {
    rounds = FullRounds.besidesTouched(properties);
    this.store = store;
    this.record = record;
    this.cluster = cluster;
    this.namespace = namespace;
    this.wanted = wanted;
    this.lease = lease;
    this.touched = touched;
    this.added = added;
    this.clock = clock;
  }

  /**
   * At once when a switch has changed, else now and then: then Redis is asked for those alone whose
   * terms have changed, or which were touched and so may have been rebuilt by an instance with
   * another switch, but for a full round.
   */
  @Scheduled(fixedDelay = 1_000)
  void apply() {
    Map<String, Rate> rates = wanted.set();
    if (rates.equals(applied) && ++secondsSinceRound < ROUND_SECONDS) {
      return;
    }
    try {
      if (!lease.isMine()) {
        applied = null;
        rounds.stop();
        return;
      }
      boolean isFull = rounds.isDue(lease.term() + touched.losses()) || !rates.equals(applied);
      Optional<List<Long>> recent = touched.recent();
      if (isFull || recent.isEmpty()) {
        held.clear();
      }
      recent.ifPresent(some -> some.forEach(held::remove));
      boolean all = true;
      Instant end = clock.instant();
      List<StoredPromotion> page = store.approvedByEnd(end, 0, 1, PAGE);
      while (!page.isEmpty()) {
        if (!lease.isMine()) {
          // This round took long: another may have heard of a newer switch.
          return;
        }
        all &= apply(page);
        Promotion last = page.get(page.size() - 1).terms();
        page = store.approvedByEnd(last.endsAt(), last.promotionId(), 1, PAGE);
      }
      if (all) {
        applied = rates;
        secondsSinceRound = 0;
        if (isFull) {
          rounds.done();
        }
      }
    } catch (RuntimeException e) {
      rounds.stop();
      log.warn("Promotions are changed later: {}", e.toString());
    }
  }

  /** False if some of them have to be tried again. */
  private boolean apply(List<StoredPromotion> page) {
    Map<StoredPromotion, CompletableFuture<Boolean>> changes = new LinkedHashMap<>();
    page.stream()
        .filter(stored -> !isHeld(stored))
        .forEach(stored -> changes.put(stored, start(stored, false)));
    return changes.entrySet().stream()
        .map(change -> isApplied(change.getKey(), change.getValue()))
        .reduce(true, Boolean::logicalAnd);
  }

  private boolean isHeld(StoredPromotion stored) {
    return Objects.equals(held.get(stored.terms().promotionId()), stored.version());
  }

  /** False if it could not be changed; the others are. */
  private boolean isApplied(StoredPromotion stored, CompletableFuture<Boolean> change) {
    try {
      if (!change.join()) {
        apply(stored);
      }
      if (held.size() < MOST_HELD) {
        held.put(stored.terms().promotionId(), stored.version());
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
    added.mayBeThere(stored.terms().promotionId());
  }

  /**
   * @param kept true if the reservations and limits that there were when it returned false are kept
   *     longer
   * @return false if they have to be kept longer first; new ones are by then
   */
  private CompletableFuture<Boolean> start(StoredPromotion stored, boolean kept) {
    Promotion p = stored.terms();
    Buckets buckets = p.buckets();
    return record
        .startWithAll(
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

  /**
   * Keeps the reservations and limits that there are as long as a promotion needs them that ends
   * later than before. To be called once new ones live as long. One that another call keeps for
   * longer stays so.
   */
  private void keepLonger(Promotion p) {
    long until = record.keepUntil(p);
    for (int bucket = 0; bucket < p.buckets().count(); bucket++) {
      PromotionKeys keys = PromotionKeys.of(p.promotionId(), bucket, namespace);
      List<byte[]> hashes =
          keys.spreadHashes(p.buckets()).stream()
              .map(key -> key.getBytes(StandardCharsets.UTF_8))
              .toList();
      for (int from = 0; from < hashes.size(); from += KEPT_AT_ONCE) {
        List<CompletableFuture<Boolean>> kept =
            hashes.subList(from, Math.min(from + KEPT_AT_ONCE, hashes.size())).stream()
                .map(hash -> cluster.call(c -> c.pexpireat(hash, until, ExpireArgs.Builder.gt())))
                .toList();
        kept.forEach(ScriptRunner::await);
      }
    }
  }
}
