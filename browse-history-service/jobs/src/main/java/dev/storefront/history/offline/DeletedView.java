package dev.storefront.history.offline;

/**
 * That a user took a SKU out of the history, cleared it, or wanted nothing recorded for a while.
 *
 * @param skuId 0 for all of them
 * @param from since when views do not show, epoch milliseconds; 0 unless recording was paused
 * @param upTo up to when they do not, epoch milliseconds
 */
public record DeletedView(String userId, long skuId, long from, long upTo) {}
