package dev.storefront.fitment.note;

import java.util.ArrayList;
import java.util.List;

/** Vehicles whose offsets follow each other, both ends included. */
record OffsetRange(int first, int last) {

  private static final OffsetRange ALL = new OffsetRange(1, Integer.MAX_VALUE);

  /**
   * @param offsets ascending, each once; none: all vehicles
   */
  static List<OffsetRange> of(int[] offsets) {
    if (offsets.length == 0) {
      return List.of(ALL);
    }
    List<OffsetRange> ranges = new ArrayList<>();
    int first = offsets[0];
    for (int i = 1; i <= offsets.length; i++) {
      if (i == offsets.length || offsets[i] != offsets[i - 1] + 1) {
        ranges.add(new OffsetRange(first, offsets[i - 1]));
        first = i < offsets.length ? offsets[i] : first;
      }
    }
    return ranges;
  }

  boolean contains(int offset) {
    return first <= offset && offset <= last;
  }
}
