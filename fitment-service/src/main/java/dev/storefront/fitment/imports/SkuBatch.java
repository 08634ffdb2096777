package dev.storefront.fitment.imports;

import dev.storefront.fitment.sku.NewFitment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Records that are written in one step; no SKU stands in it twice. Mutable, of one thread. */
final class SkuBatch {

  private static final int MOST_RECORDS = 500;
  private static final int MOST_SKUS = 50;
  private static final long MOST_PAIRS = 500_000;

  private final Progress before;
  private final List<NewFitment> fitments = new ArrayList<>();
  private final Set<Long> skuIds = new HashSet<>();
  private final List<RejectedRecord> rejected = new ArrayList<>();
  private long records;
  private long pairs;

  SkuBatch(Progress before) {
    this.before = before;
  }

  boolean isFull() {
    return records >= MOST_RECORDS || fitments.size() >= MOST_SKUS || pairs >= MOST_PAIRS;
  }

  boolean isEmpty() {
    return records == 0;
  }

  boolean has(long skuId) {
    return skuIds.contains(skuId);
  }

  void add(NewFitment fitment) {
    records++;
    fitments.add(fitment);
    skuIds.add(fitment.skuId());
    pairs += fitment.vehicles().size();
  }

  void reject(long line, String reason) {
    records++;
    rejected.add(new RejectedRecord(before.records() + records, line, reason));
  }

  /** A record that says nothing. */
  void skip() {
    records++;
  }

  List<NewFitment> fitments() {
    return fitments;
  }

  List<RejectedRecord> rejected() {
    return rejected;
  }

  /**
   * How far the import is once all of this is written.
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
        before.skus() + fitments.size(),
        before.pairs() + pairs,
        before.rejected() + rejected.size());
  }
}
