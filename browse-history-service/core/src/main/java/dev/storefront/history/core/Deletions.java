package dev.storefront.history.core;

import java.util.Map;

/**
 * What a user deleted. A deletion is a time, not an absence: a view at or before it stays away,
 * wherever it comes from, and a later one shows.
 *
 * @param clearedAt when the whole history was cleared, epoch milliseconds; -1 for never
 * @param deletedAt when single SKUs were deleted, epoch milliseconds
 */
public record Deletions(long clearedAt, Map<Long, Long> deletedAt) {

  /** Of a user who never deleted anything. */
  public static final Deletions NONE = new Deletions(-1, Map.of());

  public Deletions {
    deletedAt = Map.copyOf(deletedAt);
  }

  /** True if the view is not to be seen any more. */
  public boolean hide(View view) {
    return view.viewedAt() <= clearedAt
        || view.viewedAt() <= deletedAt.getOrDefault(view.skuId(), -1L);
  }
}
