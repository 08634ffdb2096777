package dev.storefront.history.purchase;

/**
 * That a user paid for a SKU.
 *
 * @param paidAt epoch milliseconds
 */
public record PaidSku(String user, long skuId, long paidAt) {}
