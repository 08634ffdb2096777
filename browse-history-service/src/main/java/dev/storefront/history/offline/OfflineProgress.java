package dev.storefront.history.offline;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a run is.
 *
 * @param done of its steps
 * @param current what is being done of the next one; null if nothing
 * @param tries jobs of the next step that were ordered
 * @param watermark up to when all rows are complete, since this run's export; null before
 */
record OfflineProgress(
    List<StepReport> done, @Nullable Current current, int tries, @Nullable Instant watermark) {

  static final OfflineProgress NONE = new OfflineProgress(List.of(), null, 0, null);

  /**
   * A job that was ordered.
   *
   * @param job its id
   * @param output where it writes; of an export, the rows that it reads
   */
  record Current(String job, String output, Instant startedAt) {}

  OfflineProgress trying() {
    return new OfflineProgress(done, null, tries + 1, watermark);
  }

  OfflineProgress with(Current job) {
    return new OfflineProgress(done, job, tries, watermark);
  }

  OfflineProgress failed() {
    return new OfflineProgress(done, null, tries, watermark);
  }

  OfflineProgress after(StepReport report, @Nullable Instant newWatermark) {
    List<StepReport> more = new ArrayList<>(done);
    more.add(report);
    return new OfflineProgress(List.copyOf(more), null, 0, newWatermark);
  }
}
