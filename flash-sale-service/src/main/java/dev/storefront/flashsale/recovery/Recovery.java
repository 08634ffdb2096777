package dev.storefront.flashsale.recovery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recovery: some promotions, each rebuilt on its own.
 *
 * @param automatic true if the service found the loss by itself
 * @param finishedAt null while it is under way
 * @param promotions how many there are
 * @param done how many are on sale again, or are rebuilt if they were not on sale
 * @param failed how many stay closed
 * @param rowsRead orders' items read from the ledger
 * @param waitingFor what holds it up; null if nothing does
 * @param takeovers how often another instance went on with it
 */
record Recovery(
    long id,
    boolean automatic,
    Instant startedAt,
    @Nullable Instant finishedAt,
    int promotions,
    int done,
    int failed,
    long rowsRead,
    @Nullable Wait waitingFor,
    int takeovers) {

  private static final int MOST_TAKEOVERS = 1_000;

  /** Where a recovery is. */
  enum State {
    /** Under way, or to be gone on with after its instance ended. */
    RUNNING,
    /** All promotions are rebuilt. */
    DONE,
    /** All are finished, and some stay closed. */
    FAILED
  }

  /** What a recovery waits for. */
  enum Wait {
    /** Grabs that were under way when the sale was closed; seconds. */
    GRABS,
    /** Pending entries that the sweep settles. */
    PENDING,
    /** MySQL has not yet what the topic has. */
    LEDGER,
    KAFKA,
    REDIS
  }

  State state() {
    if (finishedAt == null) {
      return State.RUNNING;
    }
    return failed == 0 ? State.DONE : State.FAILED;
  }

  /** A number that is higher for each later recovery, and each instance that goes on with one. */
  long fence() {
    return id * MOST_TAKEOVERS + Math.min(takeovers, MOST_TAKEOVERS - 1);
  }
}
