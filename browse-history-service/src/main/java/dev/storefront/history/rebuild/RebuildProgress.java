package dev.storefront.history.rebuild;

import dev.storefront.history.deletion.DeletionPlace;
import dev.storefront.history.pause.PausePlace;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a rebuild is: pauses and deletions first, so that no view shows that is not to.
 *
 * @param pauses where it is among them; null before the first, and after the last
 * @param deletions likewise
 * @param next offsets by partition of the next page views, empty as long as there are deletions
 * @param ends offsets by partition where it ends, empty likewise
 * @param total how many page views there are from the first one to the ends
 * @param recorded page views that Redis did not have
 */
record RebuildProgress(
    @Nullable PausePlace pauses,
    @Nullable DeletionPlace deletions,
    Map<Integer, Long> next,
    Map<Integer, Long> ends,
    long total,
    long recorded) {

  static final RebuildProgress START = new RebuildProgress(null, null, Map.of(), Map.of(), 0, 0);

  RebuildProgress atPause(PausePlace place) {
    return new RebuildProgress(place, null, next, ends, total, recorded);
  }

  RebuildProgress atDeletion(DeletionPlace place) {
    return new RebuildProgress(null, place, next, ends, total, recorded);
  }

  /** All deletions are there; these are the page views to read. */
  RebuildProgress reading(Map<Integer, Long> first, Map<Integer, Long> last) {
    return new RebuildProgress(null, null, first, last, left(first, last), recorded);
  }

  RebuildProgress at(Map<Integer, Long> place, long moreRecorded) {
    return new RebuildProgress(null, null, place, ends, total, recorded + moreRecorded);
  }

  /** How many page views have been read. */
  long read() {
    return total - left(next, ends);
  }

  private static long left(Map<Integer, Long> from, Map<Integer, Long> to) {
    return to.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - from.getOrDefault(end.getKey(), 0L)))
        .sum();
  }
}
