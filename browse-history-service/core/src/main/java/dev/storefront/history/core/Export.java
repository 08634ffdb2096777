package dev.storefront.history.core;

/**
 * How far the cold rows are complete. It moves once all rows of an export are in HBase, never
 * before.
 *
 * @param number grows by one with each complete export, also one of an older date that was made
 *     again; what was read of an earlier one may be outdated. 0 before the first
 * @param watermark every row, also one that is older and did not change, has all page views and
 *     deletions that arrived up to then, epoch milliseconds. It never goes back; 0 before the first
 *     export
 */
public record Export(long number, long watermark) {

  /** Before the first one. */
  public static final Export NONE = new Export(0, 0);
}
