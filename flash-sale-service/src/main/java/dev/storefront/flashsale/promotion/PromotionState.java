package dev.storefront.flashsale.promotion;

/** Where a promotion is in its life, as clients see it. */
enum PromotionState {
  PENDING_APPROVAL,
  SCHEDULED,
  ONGOING,
  SOLD_OUT,
  PAUSED,
  STOPPED,
  ENDED
}
