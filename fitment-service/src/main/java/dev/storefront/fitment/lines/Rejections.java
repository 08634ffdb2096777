package dev.storefront.fitment.lines;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.RejectedLine;
import java.util.ArrayList;
import java.util.List;

/** The lines that were not taken: all are counted, the first ones listed. */
public final class Rejections {

  private static final int LISTED = 1_000;

  private final List<RejectedLine> first = new ArrayList<>();
  private long count;

  /** Notes that a line was not taken, and why. */
  public void add(Line line, String reason) {
    count++;
    if (first.size() < LISTED) {
      first.add(new RejectedLine(line.number(), reason));
    }
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** The first 1,000. */
  public List<RejectedLine> first() {
    return List.copyOf(first);
  }
}
