package dev.storefront.flashsale.ledger;

/**
 * An attempt of an order of which the ledger has neither a payment nor a cancellation.
 *
 * @param attempt not always the order's latest: a crash may have left it behind
 * @param expiresAt until when it had to be paid, epoch milliseconds
 */
public record Unpaid(String orderId, long attempt, long expiresAt) {}
