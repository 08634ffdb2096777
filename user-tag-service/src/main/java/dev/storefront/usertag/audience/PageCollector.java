package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Takes a page of ordinals from a scan's results, and counts them all if that is wanted. A page
 * that is not counted ends after a number of segments, full or not: so it takes no longer where
 * users are far between, and the next one goes on from there.
 */
final class PageCollector {

  private final SegmentLayout layout;
  private final long after;
  private final boolean counting;
  private final int mostSegments;
  private final long[] found;
  private int size;
  private long count;
  private int visited;
  private long visitedUpTo;

  /**
   * @param after the page begins behind this ordinal
   * @param limit how many users the page has at most
   * @param counting whether to go on to the end, to count
   * @param mostSegments after how many segments a page that is not counted ends
   */
  PageCollector(SegmentLayout layout, long after, int limit, boolean counting, int mostSegments) {
    this.layout = layout;
    this.after = after;
    this.counting = counting;
    this.mostSegments = mostSegments;
    this.found = new long[limit + 1]; // one more tells whether there is a next page
    this.visitedUpTo = after;
  }

  /** Returns whether more segments are wanted. */
  boolean add(int segment, Bitmap users) {
    if (counting) {
      count += users.cardinality();
    }
    visited++;
    visitedUpTo = layout.ordinalOf(segment + 1, 0) - 1;
    if (size < found.length) {
      long first = layout.ordinalOf(segment, 0);
      int from = (int) Math.max(0, after + 1 - first);
      for (int offset : users.positions(from, found.length - size)) {
        found[size++] = first + offset;
      }
    }
    return counting || (size < found.length && visited < mostSegments);
  }

  /** All users of the audience; 0 if they were not counted. */
  long count() {
    return count;
  }

  long[] ordinals() {
    return Arrays.copyOf(found, Math.min(size, found.length - 1));
  }

  /**
   * Behind which ordinal the next page begins; empty at the end.
   *
   * @param lastSegment the last one that any user lies in
   */
  OptionalLong next(int lastSegment) {
    if (size == found.length) {
      return OptionalLong.of(found[size - 2]);
    }
    return layout.segmentOf(visitedUpTo + 1) <= lastSegment
        ? OptionalLong.of(visitedUpTo)
        : OptionalLong.empty();
  }
}
