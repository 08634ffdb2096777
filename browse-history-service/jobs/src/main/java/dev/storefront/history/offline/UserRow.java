package dev.storefront.history.offline;

/**
 * A user's cold row.
 *
 * @param views as {@link dev.storefront.history.core.PackedViews} has them; none for a row that is
 *     to be deleted
 */
public record UserRow(String userId, byte[] views) {}
