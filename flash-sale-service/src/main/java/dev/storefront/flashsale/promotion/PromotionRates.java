package dev.storefront.flashsale.promotion;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.promotion.Promotion.Rate;
import dev.storefront.lua.LuaScript;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Holds the records in Redis to the rates that operators want. Every instance does, all to the same
 * end. A record that is written anew has the rate that counts already; one that was written by an
 * instance that had not heard of a change gets it at the next round.
 */
@Component
class PromotionRates {

  private static final Logger log = LoggerFactory.getLogger(PromotionRates.class);
  private static final LuaScript CHANGE = LuaScript.load("flashsale/changeRate");
  private static final int PAGE = 200;
  private static final int ROUND_SECONDS = 20;

  private final PromotionStore store;
  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final Clock clock;
  private final WantedRates wanted;

  private @Nullable Map<String, Rate> applied;
  private int secondsSinceRound;

  PromotionRates(
      PromotionStore store,
      ScriptRunner scripts,
      Namespace namespace,
      WantedRates wanted,
      Clock clock) {
    this.store = store;
    this.scripts = scripts;
    this.namespace = namespace;
    this.wanted = wanted;
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
      boolean all = true;
      List<StoredPromotion> page = store.approvedAndNotOver(clock.instant(), 0, PAGE);
      while (!page.isEmpty()) {
        all &= apply(page);
        long last = page.get(page.size() - 1).terms().promotionId();
        page = store.approvedAndNotOver(clock.instant(), last, PAGE);
      }
      if (all) {
        applied = rates;
        secondsSinceRound = 0;
      }
    } catch (RuntimeException e) {
      log.warn("Rates of promotions are changed later: {}", e.toString());
    }
  }

  /** False if some of them have to be tried again. */
  private boolean apply(List<StoredPromotion> page) {
    List<CompletableFuture<Boolean>> changes =
        page.stream()
            .map(StoredPromotion::terms)
            .map(terms -> change(terms, wanted.of(terms)))
            .toList();
    return changes.stream().map(CompletableFuture::join).reduce(true, Boolean::logicalAnd);
  }

  /** False if it could not be changed; the others are. */
  private CompletableFuture<Boolean> change(Promotion terms, Rate rate) {
    return CompletableFuture.allOf(
            IntStream.range(0, terms.buckets().count())
                .mapToObj(
                    bucket ->
                        change(
                            PromotionKeys.of(terms.promotionId(), bucket, namespace),
                            BucketRate.of(rate, terms.buckets(), bucket)))
                .toArray(CompletableFuture[]::new))
        .handle(
            (changed, error) -> {
              if (error != null) {
                log.warn(
                    "The rate of promotion {} is changed later: {}",
                    terms.promotionId(),
                    error.toString());
              }
              return error == null;
            });
  }

  private CompletableFuture<Long> change(PromotionKeys keys, BucketRate rate) {
    return scripts.integer(
        ScriptCall.of(CHANGE, List.of(keys.record()), rate.max(), rate.windowMillis()));
  }
}
