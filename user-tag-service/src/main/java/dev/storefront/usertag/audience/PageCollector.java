package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.Arrays;

/** Takes a page of ordinals from a scan's results, and counts them all if that is wanted. */
final class PageCollector {

  private final SegmentLayout layout;
  private final long after;
  private final boolean counting;
  private final long[] found;
  private int size;
  private long count;

  /**
   * @param after the page begins behind this ordinal
   * @param limit how many users the page has at most
   * @param counting whether to go on to the end, to count
   */
  PageCollector(SegmentLayout layout, long after, int limit, boolean counting) {
    this.layout = layout;
    this.after = after;
    this.counting = counting;
    this.found = new long[limit + 1]; // one more tells whether there is a next page
  }

  /** Returns whether more segments are wanted. */
  boolean add(int segment, Bitmap users) {
    if (counting) {
      count += users.cardinality();
    }
    if (size < found.length) {
      long first = layout.ordinalOf(segment, 0);
      int from = (int) Math.max(0, after + 1 - first);
      for (int offset : users.positions(from, found.length - size)) {
        found[size++] = first + offset;
      }
    }
    return counting || size < found.length;
  }

  /** All users of the audience; 0 if they were not counted. */
  long count() {
    return count;
  }

  long[] ordinals() {
    return Arrays.copyOf(found, Math.min(size, found.length - 1));
  }

  boolean hasMore() {
    return size == found.length;
  }
}
