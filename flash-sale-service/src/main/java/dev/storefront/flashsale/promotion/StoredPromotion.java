package dev.storefront.flashsale.promotion;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A promotion with what operators decided about it, and what others were told.
 *
 * @param pausedAt null unless it is paused
 * @param version of the terms; it grows with each change
 * @param announcedPrice the price that others know: the list price until another was told
 * @param priceChanges how often it was told
 */
record StoredPromotion(
    Promotion terms,
    Instant createdAt,
    @Nullable Instant approvedAt,
    @Nullable Instant stoppedAt,
    @Nullable Instant pausedAt,
    long version,
    BigDecimal announcedPrice,
    int priceChanges,
    @Nullable Instant endAnnouncedAt) {

  /**
   * How long after the approval began its call may write the records. A rebuild, which is the other
   * way for them to come, keeps them closed for far longer.
   */
  static final Duration LATEST_OPENING = Duration.ofSeconds(5);

  boolean isApproved() {
    return approvedAt != null;
  }

  /** True if the call that approved it may yet be writing its records. */
  boolean isBeingOpened(Instant now) {
    return approvedAt != null
        && Duration.between(approvedAt, now).abs().compareTo(LATEST_OPENING) < 0;
  }

  boolean isStopped() {
    return stoppedAt != null;
  }

  boolean isPaused() {
    return pausedAt != null;
  }

  boolean isEndAnnounced() {
    return endAnnouncedAt != null;
  }

  /** True once it is stopped or its time has passed. */
  boolean isOver(Instant now) {
    return isStopped() || !now.isBefore(terms.endsAt());
  }

  /**
   * @param remaining units left
   */
  PromotionState stateAt(Instant now, int remaining) {
    if (isStopped()) {
      return PromotionState.STOPPED;
    }
    if (isOver(now)) {
      return PromotionState.ENDED;
    }
    if (isPaused()) {
      return PromotionState.PAUSED;
    }
    if (!isApproved()) {
      return PromotionState.PENDING_APPROVAL;
    }
    if (now.isBefore(terms.startsAt())) {
      return PromotionState.SCHEDULED;
    }
    return remaining > 0 ? PromotionState.ONGOING : PromotionState.SOLD_OUT;
  }

  /**
   * What a buyer pays: the sale's price only while the sale is on and units are left.
   *
   * @param remaining units left
   */
  BigDecimal priceAt(Instant now, int remaining) {
    Price price = terms.price();
    return stateAt(now, remaining) == PromotionState.ONGOING
        ? price.salePrice()
        : price.listPrice();
  }
}
