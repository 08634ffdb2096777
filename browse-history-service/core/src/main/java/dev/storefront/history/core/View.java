package dev.storefront.history.core;

import java.util.Comparator;

/**
 * A user's latest view of a SKU.
 *
 * @param skuId 1 or more
 * @param viewedAt epoch milliseconds
 */
public record View(long skuId, long viewedAt) {

  /** The order of every history; views of the same millisecond stand by SKU, highest first. */
  public static final Comparator<View> NEWEST_FIRST =
      (one, other) ->
          one.viewedAt != other.viewedAt
              ? Long.compare(other.viewedAt, one.viewedAt)
              : Long.compare(other.skuId, one.skuId);
}
