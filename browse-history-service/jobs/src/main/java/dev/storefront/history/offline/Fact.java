package dev.storefront.history.offline;

/**
 * Something that a cold row is made of: a view, or a deletion.
 *
 * @param deletion true for a deletion
 * @param skuId 0 for a deletion of all
 * @param from since when views do not show, epoch milliseconds; 0 unless recording was paused
 * @param at of the view, or up to when views do not show; epoch milliseconds
 * @param fresh true if the last export did not have it: the user's row changes
 */
public record Fact(String userId, boolean deletion, long skuId, long from, long at, boolean fresh) {

  /** By which facts of a user are put in order: deletions first. */
  long order() {
    return deletion ? 0 : 1;
  }
}
