package dev.storefront.flashsale.order;

/** Why units are released. */
public enum CancelReason {
  USER,
  /** There is a right to buy, but nothing in the warehouse. */
  OUT_OF_STOCK,
  PAYMENT_TIMEOUT
}
