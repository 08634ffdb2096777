package dev.storefront.fitment.imports;

import dev.storefront.fitment.lines.ParsedRow;
import java.util.ArrayList;
import java.util.List;

/** Applications that are staged in one step. Mutable, of one thread. */
final class AppBatch {

  private static final int MOST_APPS = 500;
  private static final int MOST_OFFSETS = 500_000;

  private final Progress before;
  private final List<StagedApp> apps = new ArrayList<>();
  private final List<RejectedRecord> rejected = new ArrayList<>();
  private int offsets;

  AppBatch(Progress before) {
    this.before = before;
  }

  boolean isFull() {
    return apps.size() + rejected.size() >= MOST_APPS || offsets >= MOST_OFFSETS;
  }

  void add(long number, long line, ParsedRow<StagedApp> resolved) {
    if (resolved instanceof ParsedRow.Valid<StagedApp> valid) {
      apps.add(valid.value());
      offsets += valid.value().offsets().length;
    } else if (resolved instanceof ParsedRow.Invalid<StagedApp> invalid) {
      rejected.add(new RejectedRecord(number, line, invalid.reason()));
    }
  }

  List<StagedApp> apps() {
    return apps;
  }

  List<RejectedRecord> rejected() {
    return rejected;
  }

  /** How far the import is once all of this is staged. */
  Progress after(long lines, long bytes, boolean isLast) {
    return new Progress(
        before.records() + apps.size() + rejected.size(),
        lines,
        bytes,
        isLast,
        before.skus(),
        before.pairs(),
        before.rejected() + rejected.size());
  }
}
