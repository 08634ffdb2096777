package dev.storefront.history.offline;

/**
 * That a user took a SKU out of the history, or cleared it.
 *
 * @param skuId 0 for all of them
 * @param deletedAt up to when views do not show, epoch milliseconds
 */
public record DeletedView(String userId, long skuId, long deletedAt) {}
