package dev.storefront.flashsale.recovery;

import dev.storefront.common.run.ActiveRun;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A recovery's run while some of its promotions are advanced at once: its progress is one, and is
 * saved in one transaction with what became of them. Those who save it wait for each other, and
 * hold no monitor meanwhile.
 *
 * <p>Each call throws {@link dev.storefront.common.run.RunLostException} if the recovery was
 * cancelled, or another instance has it.
 */
final class RecoveryRun {

  private final ActiveRun<RecoveryRequest, RecoveryProgress> run;
  private final TransactionTemplate transaction;
  private final ReentrantLock saving = new ReentrantLock();

  RecoveryRun(ActiveRun<RecoveryRequest, RecoveryProgress> run, TransactionTemplate transaction) {
    this.run = run;
    this.transaction = transaction;
  }

  long id() {
    return run.id();
  }

  long fence() {
    return run.fence();
  }

  RecoveryRequest request() {
    return run.request();
  }

  boolean isReplayed() {
    return run.progress().isReplayed();
  }

  void check() {
    run.check();
  }

  /** Saves what became of a promotion that is not finished. */
  void save(Runnable change) {
    saving.lock();
    try {
      transaction.executeWithoutResult(
          status -> {
            run.save(run.progress());
            change.run();
          });
    } finally {
      saving.unlock();
    }
  }

  /** So many more orders' items were read from the ledger. */
  void read(int rows) {
    saving.lock();
    try {
      run.save(run.progress().read(rows));
    } finally {
      saving.unlock();
    }
  }

  /**
   * Saves that a promotion is finished; tries for about half an hour while MySQL is away.
   *
   * @param isOpen false if it stays closed
   * @throws InterruptedException if the instance stops
   */
  void finish(boolean isOpen, Runnable change) throws InterruptedException {
    saving.lockInterruptibly();
    try {
      run.reach(
          run.progress().oneMore(isOpen),
          List.of(),
          save ->
              transaction.executeWithoutResult(
                  status -> {
                    save.run();
                    change.run();
                  }));
    } finally {
      saving.unlock();
    }
  }
}
