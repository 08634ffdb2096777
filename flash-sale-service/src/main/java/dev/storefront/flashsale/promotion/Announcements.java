package dev.storefront.flashsale.promotion;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.event.FlashSaleEvent;
import dev.storefront.flashsale.event.FlashSaleEvents;
import dev.storefront.flashsale.sweep.FullRounds;
import dev.storefront.flashsale.sweep.SweepLease;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Tells of each promotion whenever its price has changed, and once that it is over. The last price
 * that was told stands in the promotion's row; who changes it there, notes the event in the same
 * transaction. What changes and changes back within a second may go untold.
 */
@Component
class Announcements {

  private static final Logger log = LoggerFactory.getLogger(Announcements.class);
  private static final int PAGE = 200;
  private static final int MOST_SHOWN = 200;
  private static final long NONE = 0;

  private final PromotionStore store;
  private final SaleRecord record;
  private final FlashSaleEvents events;
  private final TransactionTemplate transaction;
  private final SweepLease lease;
  private final TouchedPromotions touched;
  private final FullRounds rounds;
  private final Clock clock;
  private final MultiGauge shown;
  private final Map<Long, Integer> left = new LinkedHashMap<>();

  Announcements(
      PromotionStore store,
      SaleRecord record,
      FlashSaleEvents events,
      TransactionTemplate transaction,
      SweepLease lease,
      TouchedPromotions touched,
      FlashSaleProperties properties,
      Clock clock,
      MeterRegistry meters) {
    this.store = store;
    this.record = record;
    this.events = events;
    this.transaction = transaction;
    this.clock = clock;
    this.lease = lease;
    this.touched = touched;
    rounds = FullRounds.besidesTouched(properties);
    shown =
        MultiGauge.builder("storefront.flashsale.remaining")
            .description("Units that are left of promotions that have begun")
            .register(meters);
  }

  /** One instance looks; others may at the same time. */
  @Scheduled(fixedDelay = 1_000)
  void announce() {
    try {
      if (!lease.isMine()) {
        rounds.stop();
        left.clear();
      } else {
        Optional<List<Long>> recent =
            rounds.isDue(lease.term() + touched.losses()) ? Optional.empty() : touched.recent();
        if (recent.isEmpty()) {
          left.clear();
          announce(after -> store.begunAndNotOver(clock.instant(), null, after, PAGE));
          rounds.done();
        } else {
          List<Long> some = recent.get();
          some.add(NONE);
          announce(after -> store.begunAndNotOver(clock.instant(), some, after, PAGE));
        }
      }
      shown.register(left.entrySet().stream().map(Announcements::row).toList(), true);
    } catch (RuntimeException e) {
      rounds.stop();
      log.warn("Prices and ends of promotions are announced later: {}", e.toString());
    }
  }

  private void announce(LongFunction<List<StoredPromotion>> pageAfter) {
    List<StoredPromotion> page = pageAfter.apply(0);
    while (!page.isEmpty()) {
      announce(page);
      page = pageAfter.apply(page.get(page.size() - 1).terms().promotionId());
    }
  }

  private static MultiGauge.Row<?> row(Map.Entry<Long, Integer> left) {
    return MultiGauge.Row.of(Tags.of("promotion", Long.toString(left.getKey())), left.getValue());
  }

  /** All are asked for at once, so that a Redis node that is away costs its time-out once. */
  private void announce(List<StoredPromotion> page) {
    Map<StoredPromotion, CompletableFuture<Optional<Quota>>> quotas = new LinkedHashMap<>();
    Instant now = clock.instant();
    page.forEach(stored -> quotas.put(stored, quota(stored, now)));
    quotas.forEach(
        (stored, quota) -> {
          try {
            show(stored, now, quota);
            if (stored.isOver(now) || newPrice(stored, now, quota).isPresent()) {
              announce(stored.terms().promotionId());
            }
          } catch (RuntimeException e) {
            // Of this one; the others are told of all the same.
            touched.remember(stored.terms().promotionId());
            log.warn(
                "Promotion {} is announced later: {}", stored.terms().promotionId(), e.toString());
          }
        });
  }

  /** For metrics; of the first ones, for each is a time series. */
  private void show(StoredPromotion stored, Instant now, CompletableFuture<Optional<Quota>> quota) {
    long promotionId = stored.terms().promotionId();
    if (stored.isOver(now)) {
      left.remove(promotionId);
    } else if (left.size() < MOST_SHOWN || left.containsKey(promotionId)) {
      ScriptRunner.await(quota).ifPresent(known -> left.put(promotionId, known.remaining()));
    }
  }

  /** Looks again while the row is locked, so that each change is told once and in order. */
  private void announce(long promotionId) {
    transaction.executeWithoutResult(
        status ->
            store
                .lock(promotionId)
                .filter(stored -> !stored.isEndAnnounced())
                .ifPresent(this::announceLocked));
  }

  private void announceLocked(StoredPromotion stored) {
    Instant now = clock.instant();
    long promotionId = stored.terms().promotionId();
    newPrice(stored, now, quota(stored, now))
        .ifPresent(
            price -> {
              int change = stored.priceChanges() + 1;
              store.priceAnnounced(promotionId, price, change);
              publish(
                  stored,
                  FlashSaleEvent.Type.PRICE_CHANGED,
                  "price-changed/%d/%d".formatted(promotionId, change),
                  price,
                  now);
            });
    if (stored.isOver(now)) {
      store.endAnnounced(promotionId, now);
      publish(
          stored, FlashSaleEvent.Type.PROMOTION_ENDED, "promotion-ended/" + promotionId, null, now);
    }
  }

  private CompletableFuture<Optional<Quota>> quota(StoredPromotion stored, Instant now) {
    return stored.isOver(now)
        ? CompletableFuture.completedFuture(Optional.of(new Quota(0, 0, false)))
        : record.askQuota(stored.terms().promotionId());
  }

  /** The price, unless it was told already, or is not known because Redis is being rebuilt. */
  private static Optional<BigDecimal> newPrice(
      StoredPromotion stored, Instant now, CompletableFuture<Optional<Quota>> quota) {
    return ScriptRunner.await(quota)
        .filter(known -> !known.recovering())
        .map(known -> stored.priceAt(now, known.remaining()))
        .filter(price -> price.compareTo(stored.announcedPrice()) != 0);
  }

  private void publish(
      StoredPromotion stored,
      FlashSaleEvent.Type type,
      String eventId,
      @Nullable BigDecimal price,
      Instant now) {
    events.publishAfterCommit(
        new FlashSaleEvent(
            eventId,
            type,
            stored.terms().promotionId(),
            stored.terms().skuId(),
            null,
            null,
            null,
            price,
            now.toEpochMilli()));
  }
}
