package dev.storefront.usertag.imports;

import dev.storefront.common.lines.RejectedLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Lines that were not taken: all are counted, the first ones kept. */
final class RejectedLines {

  /** So many are kept; the others are only counted. */
  static final int LISTED = 1_000;

  private final List<RejectedLine> first = new ArrayList<>();
  private long count;

  /** Adds those of the next lines, which were found by two looks at them. */
  void add(List<RejectedLine> some, List<RejectedLine> others) {
    count += some.size() + others.size();
    Stream.concat(some.stream(), others.stream())
        .sorted(Comparator.comparingLong(RejectedLine::line))
        .limit(LISTED - first.size())
        .forEach(first::add);
  }

  long count() {
    return count;
  }

  List<RejectedLine> first() {
    return first;
  }
}
