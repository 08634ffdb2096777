package dev.storefront.flashsale.order;

/** What {@code claimOrder.lua} answers. */
public enum ClaimCode {
  /** A new attempt begins. */
  CLAIMED,
  /** The same order is under way already: both go the same way. */
  JOINED,
  /** The same order was grabbed before. */
  REPEATED,
  /** The order id was used before, its record has gone or is in doubt: MySQL has the order. */
  PAST,
  /**
   * The order's slot fell back, and nothing is known of the id, or what is may be old: MySQL tells
   * whether an order has it, once it has all of before.
   */
  LOST,
  /** The order id belongs to another content, or to an order that was cancelled. */
  CONFLICT,
  /** An attempt of the order failed and is not yet compensated. */
  COMPENSATING
}
