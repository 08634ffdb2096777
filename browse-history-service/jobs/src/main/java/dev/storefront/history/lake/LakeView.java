package dev.storefront.history.lake;

import org.jspecify.annotations.Nullable;

/**
 * A page view as the lake keeps it.
 *
 * @param viewedAt when the user looked, epoch milliseconds
 * @param arrivedAt when the lake took it, epoch milliseconds; its day says where it is kept
 */
public record LakeView(
    @Nullable String eventId, String userId, long skuId, long viewedAt, long arrivedAt) {}
