package dev.storefront.flashsale.promotion;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A promotion with what operators decided about it. */
record StoredPromotion(Promotion terms, @Nullable Instant approvedAt, @Nullable Instant stoppedAt) {

  boolean isApproved() {
    return approvedAt != null;
  }

  boolean isStopped() {
    return stoppedAt != null;
  }

  /**
   * @param remaining units left
   */
  PromotionState stateAt(Instant now, int remaining) {
    if (isStopped()) {
      return PromotionState.STOPPED;
    }
    if (!now.isBefore(terms.endsAt())) {
      return PromotionState.ENDED;
    }
    if (!isApproved()) {
      return PromotionState.PENDING_APPROVAL;
    }
    if (now.isBefore(terms.startsAt())) {
      return PromotionState.SCHEDULED;
    }
    return remaining > 0 ? PromotionState.ONGOING : PromotionState.SOLD_OUT;
  }
}
