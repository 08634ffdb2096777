package dev.storefront.fitment.upkeep;

import dev.storefront.fitment.placement.Shelf;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rebuild or a consistency check.
 *
 * @param cluster the only one whose shelves are rebuilt; null for all
 * @param repair true to end the differences that are found
 * @param shelves how many there were at the start
 * @param last the last shelf that is done; null before the first
 * @param tally what came of those that are done
 * @param finishedAt null while it is under way
 */
record Run(
    long id,
    Task task,
    @Nullable String cluster,
    boolean repair,
    Instant startedAt,
    long shelves,
    @Nullable Shelf last,
    Tally tally,
    @Nullable Instant finishedAt) {

  RunState state() {
    return finishedAt == null ? RunState.RUNNING : RunState.DONE;
  }

  Run after(Shelf done, Tally of) {
    return new Run(id, task, cluster, repair, startedAt, shelves, done, tally.plus(of), null);
  }

  Run finished(Instant at) {
    return new Run(id, task, cluster, repair, startedAt, shelves, last, tally, at);
  }
}
