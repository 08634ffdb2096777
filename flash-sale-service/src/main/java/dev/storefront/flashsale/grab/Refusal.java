package dev.storefront.flashsale.grab;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Why an order got nothing.
 *
 * @param promotionId whose promotion refused, null if the order as a whole was
 * @param retryAfter when it may go better, null where that is not known
 */
record Refusal(Reason reason, @Nullable Long promotionId, @Nullable Duration retryAfter) {

  /** The reasons. */
  enum Reason {
    PROMOTION_NOT_FOUND,
    NOT_STARTED,
    ENDED,
    STOPPED,
    PAUSED,
    RATE_LIMITED,
    LIMIT_REACHED,
    SOLD_OUT,
    ORDER_CONFLICT,
    TOO_BUSY,
    RECOVERING,
    /** By an operator, for maintenance. */
    CLOSED,
    UNAVAILABLE
  }

  static Refusal of(Reason reason) {
    return new Refusal(reason, null, null);
  }
}
