package dev.storefront.usertag.imports;

import dev.storefront.common.lines.RejectedLine;
import java.util.ArrayList;
import java.util.List;

/** Lines that were not taken: all are counted, the first ones kept. */
final class RejectedLines {

  /** So many are kept; the others are only counted. */
  static final int LISTED = 1_000;

  private final List<RejectedLine> first = new ArrayList<>();
  private long count;

  void add(List<RejectedLine> more) {
    count += more.size();
    first.addAll(more.subList(0, Math.min(more.size(), LISTED - first.size())));
  }

  long count() {
    return count;
  }

  List<RejectedLine> first() {
    return first;
  }
}
