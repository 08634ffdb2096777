package dev.storefront.flashsale.ledger;

/**
 * An item of which the ledger has neither a payment nor a cancellation.
 *
 * @param expiresAt until when it had to be paid, epoch milliseconds
 */
record UnpaidItem(long expiresAt, String orderId, long attempt) {

  /** There is nothing to be done just now. */
  static final UnpaidItem WAIT = new UnpaidItem(Long.MAX_VALUE, "", 0);

  /** Comes before all others. */
  static final UnpaidItem NONE = new UnpaidItem(0, "", 0);
}
