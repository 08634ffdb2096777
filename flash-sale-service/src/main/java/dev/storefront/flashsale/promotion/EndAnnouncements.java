package dev.storefront.flashsale.promotion;

import dev.storefront.flashsale.event.FlashSaleEvent;
import dev.storefront.flashsale.event.FlashSaleEvents;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Tells once of each promotion that it is over, by time or by hand, so that prices go back. */
@Component
class EndAnnouncements {

  private static final Logger log = LoggerFactory.getLogger(EndAnnouncements.class);
  private static final int BATCH = 100;

  private final PromotionStore store;
  private final FlashSaleEvents events;
  private final Clock clock;

  EndAnnouncements(PromotionStore store, FlashSaleEvents events, Clock clock) {
    this.store = store;
    this.events = events;
    this.clock = clock;
  }

  /** Several instances may tell of the same end: the event's id is the same. */
  @Scheduled(fixedDelay = 1_000)
  void announce() {
    try {
      Instant now = clock.instant();
      for (StoredPromotion over : store.overAndUnannounced(now, BATCH)) {
        events.publish(List.of(ended(over.terms(), now))).join();
        store.endAnnounced(over.terms().promotionId(), now);
      }
    } catch (RuntimeException e) {
      log.warn("Ends of promotions are announced later: {}", e.toString());
    }
  }

  private static FlashSaleEvent ended(Promotion p, Instant now) {
    return new FlashSaleEvent(
        "promotion-ended/" + p.promotionId(),
        FlashSaleEvent.Type.PROMOTION_ENDED,
        p.promotionId(),
        p.skuId(),
        null,
        null,
        null,
        now.toEpochMilli());
  }
}
