package dev.storefront.flashsale.recovery;

import org.jspecify.annotations.Nullable;

/**
 * How far a recovery is.
 *
 * @param done promotions that are on sale again, or are rebuilt if they were not on sale
 * @param failed promotions that stay closed
 * @param rowsRead orders' items read from the ledger
 * @param replayed entries of the topic that were written to MySQL once more
 * @param isReplayed true once all of them are, where a replay was asked for
 * @param waitingFor what holds it up; null if nothing does
 */
record RecoveryProgress(
    int done,
    int failed,
    long rowsRead,
    long replayed,
    boolean isReplayed,
    @Nullable Wait waitingFor) {

  static final RecoveryProgress NEW = new RecoveryProgress(0, 0, 0, 0, false, null);

  /** What a recovery waits for, the worst last. */
  enum Wait {
    /** Grabs that were under way when the sale was closed; seconds. */
    GRABS,
    /** Pending entries that the sweep settles. */
    PENDING,
    /** What the topic still has is written to MySQL once more. */
    REPLAY,
    /** MySQL has not yet what the topic has. */
    LEDGER,
    KAFKA,
    REDIS
  }

  RecoveryProgress read(long moreRows) {
    return new RecoveryProgress(
        done, failed, rowsRead + moreRows, replayed, isReplayed, waitingFor);
  }

  /**
   * @param entries so far
   * @param all true if there are no more
   */
  RecoveryProgress replayed(long entries, boolean all) {
    return new RecoveryProgress(done, failed, rowsRead, entries, all, waitingFor);
  }

  RecoveryProgress waits(@Nullable Wait wait) {
    return new RecoveryProgress(done, failed, rowsRead, replayed, isReplayed, wait);
  }

  /**
   * @param isOpen false if the promotion stays closed
   */
  RecoveryProgress oneMore(boolean isOpen) {
    return new RecoveryProgress(
        done + (isOpen ? 1 : 0),
        failed + (isOpen ? 0 : 1),
        rowsRead,
        replayed,
        isReplayed,
        waitingFor);
  }
}
