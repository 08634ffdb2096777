package dev.storefront.flashsale.ledger;

/**
 * An attempt of an order of which the ledger has neither a payment nor a cancellation.
 *
 * @param attempt not always the order's latest: a crash may have left it behind
 * @param expiresAt until when it had to be paid, epoch milliseconds
 */
public record Unpaid(String orderId, long attempt, long expiresAt) {

  /** There is nothing to be done just now. */
  static final Unpaid WAIT = new Unpaid("", 0, Long.MAX_VALUE);

  /** Comes before all others. */
  static final Unpaid NONE = new Unpaid("", 0, 0);
}
