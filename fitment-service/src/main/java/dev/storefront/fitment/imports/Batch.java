package dev.storefront.fitment.imports;

import dev.storefront.common.lines.RejectedLine;
import java.util.ArrayList;
import java.util.List;

/** Records that are written in one step. Mutable, of one thread. */
final class Batch<T> {
  private static final int MOST_RECORDS = 500;
  private static final long MOST_PAIRS = 500_000;

  private final Progress before;
  private final int mostItems;
  private final List<T> items = new ArrayList<>();
  private final List<RejectedLine> rejected = new ArrayList<>();
  private long records;
  private long pairs;

  /**
   * @param mostItems how many of those that are taken may stand in it, 1 to 500
   */
  Batch(Progress before, int mostItems) {
    this.before = before;
    this.mostItems = mostItems;
  }

  boolean isFull() {
    return records >= MOST_RECORDS || items.size() >= mostItems || pairs >= MOST_PAIRS;
  }

  boolean isEmpty() {
    return records == 0;
  }

  /** Takes a record of so many vehicles. */
  void add(T item, int vehicles) {
    records++;
    items.add(item);
    pairs += vehicles;
  }

  void reject(long line, String reason) {
    records++;
    rejected.add(new RejectedLine(line, reason));
  }

  /** A record that says nothing. */
  void skip() {
    records++;
  }

  List<T> items() {
    return items;
  }

  List<RejectedLine> rejected() {
    return rejected;
  }

  /** The vehicles of what was taken, added up. */
  long pairs() {
    return pairs;
  }

  /**
   * How far the import is in its file once all of this is written.
   *
   * @param lines of the file that were read by then
   * @param bytes of the file that were read by then
   */
  Progress after(long lines, long bytes) {
    return new Progress(
        before.records() + records,
        lines,
        bytes,
        before.staged(),
        before.skus(),
        before.pairs(),
        before.rejected() + rejected.size());
  }
}
