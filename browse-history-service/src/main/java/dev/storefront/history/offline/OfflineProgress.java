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
 * @param failure why the last of these jobs failed; null if none did
 */
record OfflineProgress(
    List<StepReport> done,
    @Nullable Current current,
    int tries,
    @Nullable Instant watermark,
    @Nullable String failure) {

  static final OfflineProgress NONE = new OfflineProgress(List.of(), null, 0, null, null);

  private static final String UNKNOWN = "the service ended while it ordered it.";

  /** Nothing of it was ever ordered. */
  boolean isAtItsBeginning() {
    return done.isEmpty() && tries == 0;
  }

  /**
   * A job that was ordered.
   *
   * @param job its id
   * @param output where it writes; of an export, the rows that it reads
   */
  record Current(String job, String output, Instant startedAt) {}

  /** Until it is known what became of it, that is what failed. */
  OfflineProgress trying() {
    return new OfflineProgress(done, null, tries + 1, watermark, UNKNOWN);
  }

  OfflineProgress with(Current job) {
    return new OfflineProgress(done, job, tries, watermark, null);
  }

  OfflineProgress failed(String reason) {
    return new OfflineProgress(done, null, tries, watermark, reason);
  }

  OfflineProgress after(StepReport report, @Nullable Instant newWatermark) {
    List<StepReport> more = new ArrayList<>(done);
    more.add(report);
    return new OfflineProgress(List.copyOf(more), null, 0, newWatermark, null);
  }
}
