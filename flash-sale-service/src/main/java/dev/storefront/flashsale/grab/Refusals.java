package dev.storefront.flashsale.grab;

import dev.storefront.flashsale.grab.Refusal.Reason;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.units.ReserveAnswer;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Says why a promotion refused an order, and has what Redis lost seen to. */
@Component
class Refusals {

  /** A rebuild takes a dozen seconds or more; who comes in between waits for half of it. */
  private static final Duration AFTER_RECOVERY = Duration.ofSeconds(6);

  private final Promotions promotions;

  Refusals(Promotions promotions) {
    this.promotions = promotions;
  }

  Refusal of(ReserveAnswer answer) {
    long promotion = answer.item().promotionId();
    Reason reason =
        switch (answer.code()) {
          case STOPPED, PAUSED, NOT_STARTED, ENDED, RATE_LIMITED, LIMIT_REACHED, SOLD_OUT ->
              Reason.valueOf(answer.code().name());
          case CONTENDED -> Reason.TOO_BUSY;
          case UNKNOWN_PROMOTION -> whyAbsent(promotion);
          case RECOVERING -> recovering(promotion);
          case CANCELLED -> Reason.ORDER_CONFLICT;
          case FENCED, HELD -> Reason.UNAVAILABLE;
          case RESERVED, REPEATED, LEFT ->
              throw new IllegalStateException("Not a refusal: " + answer);
        };
    return switch (reason) {
      case ORDER_CONFLICT -> Refusal.of(reason);
      case RATE_LIMITED -> new Refusal(reason, promotion, answer.nextWindow());
      case RECOVERING -> new Refusal(reason, promotion, AFTER_RECOVERY);
      default -> new Refusal(reason, promotion, null);
    };
  }

  private Reason whyAbsent(long promotionId) {
    return switch (promotions.whyAbsent(promotionId)) {
      case UNKNOWN -> Reason.PROMOTION_NOT_FOUND;
      case NOT_APPROVED -> Reason.NOT_STARTED;
      case PAUSED -> Reason.PAUSED;
      case STOPPED -> Reason.STOPPED;
      case ENDED -> Reason.ENDED;
      case LOST -> recovering(promotionId);
    };
  }

  private Reason recovering(long promotionId) {
    promotions.reportLost(promotionId);
    return Reason.RECOVERING;
  }
}
