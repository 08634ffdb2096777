package dev.storefront.flashsale.ledger;

import dev.storefront.flashsale.barrier.LedgerPositions;
import java.util.UUID;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The transactions of one replay. Each finds in MySQL what the one before it left: so a MySQL that
 * falls back in between, or another instance that begins a replay, ends this one. Of one thread.
 */
final class ReplaySteps {

  private static final int MOST_TRIES = 5;

  private final LedgerPositions positions;
  private final TransactionTemplate transaction;
  private final String replayer = UUID.randomUUID().toString();
  private long done;

  private ReplaySteps(LedgerPositions positions, TransactionTemplate transaction) {
    this.positions = positions;
    this.transaction = transaction;
  }

  /** From here on no other replay counts. */
  static ReplaySteps begin(LedgerPositions positions, TransactionTemplate transaction) {
    ReplaySteps steps = new ReplaySteps(positions, transaction);
    positions.beginReplay(steps.replayer);
    return steps;
  }

  /**
   * Does the work in a transaction; once more if others were about to write the same.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if MySQL no longer has what
   *     was done before: then the replay has to begin anew
   */
  void next(Runnable work) {
    for (int tries = 1; !isDone(work, tries == MOST_TRIES); tries++) {
      // The ledger's consumer writes the same orders.
    }
    done++;
  }

  private boolean isDone(Runnable work, boolean isLast) {
    try {
      transaction.executeWithoutResult(
          status -> {
            work.run();
            positions.replayStep(replayer, done);
          });
      return true;
    } catch (PessimisticLockingFailureException deadlock) {
      if (isLast) {
        throw deadlock;
      }
      return false;
    }
  }
}
