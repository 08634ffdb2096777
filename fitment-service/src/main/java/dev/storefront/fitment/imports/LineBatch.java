package dev.storefront.fitment.imports;

import dev.storefront.fitment.lines.RejectedLine;
import dev.storefront.fitment.sku.NewFitment;
import java.util.ArrayList;
import java.util.List;

/** Lines that are written in one step; no SKU stands in it twice. Mutable, of one thread. */
final class LineBatch {

  private static final int MOST_LINES = 500;
  private static final int MOST_SKUS = 50;
  private static final long MOST_PAIRS = 500_000;

  private final List<NewFitment> fitments = new ArrayList<>();
  private final List<RejectedLine> rejected = new ArrayList<>();
  private final long linesBefore;
  private long lastLine;
  private long pairs;

  LineBatch(long linesBefore) {
    this.linesBefore = linesBefore;
    this.lastLine = linesBefore;
  }

  boolean isFull() {
    return lastLine - linesBefore >= MOST_LINES
        || fitments.size() >= MOST_SKUS
        || pairs >= MOST_PAIRS;
  }

  boolean isEmpty() {
    return lastLine == linesBefore;
  }

  boolean has(long skuId) {
    return fitments.stream().anyMatch(fitment -> fitment.skuId() == skuId);
  }

  void add(long line, NewFitment fitment) {
    lastLine = line;
    fitments.add(fitment);
    pairs += fitment.vehicles().size();
  }

  void reject(long line, String reason) {
    lastLine = line;
    rejected.add(new RejectedLine(line, reason));
  }

  void skip(long line) {
    lastLine = line;
  }

  List<NewFitment> fitments() {
    return fitments;
  }

  List<RejectedLine> rejected() {
    return rejected;
  }

  long lastLine() {
    return lastLine;
  }

  long pairs() {
    return pairs;
  }
}
