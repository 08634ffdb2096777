package dev.storefront.fitment.imports;

import dev.storefront.fitment.sku.NewFitment;
import dev.storefront.fitment.sku.SkuFitments;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The steps of an import: what is written and how far that brings the import go into one
 * transaction. While a server is away a step waits and is tried again.
 */
@Component
class Checkpoints {

  private static final Logger log = LoggerFactory.getLogger(Checkpoints.class);

  private static final long SHORTEST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int MOST_TRIES = 360;

  private final ImportTable table;
  private final SkuFitments skus;
  private final TransactionTemplate transaction;

  Checkpoints(ImportTable table, SkuFitments skus, TransactionTemplate transaction) {
    this.table = table;
    this.skus = skus;
    this.transaction = transaction;
  }

  /**
   * Takes a step; no part of it counts without the others, and none counts twice.
   *
   * @param after how far the import is then
   * @param rejected what was rejected since the step before
   * @param fitments what SKUs fit from then on, each SKU given once
   * @param rows writes what else there is
   */
  void reach(
      Lease lease,
      Progress after,
      List<RejectedRecord> rejected,
      List<NewFitment> fitments,
      Runnable rows)
      throws InterruptedException {
    Runnable inTransaction =
        () -> {
          rows.run();
          table.save(lease, after, rejected);
        };
    boolean[] tried = {false};
    patiently(
        () -> {
          // A try that failed may have been committed all the same.
          if (!tried[0] || !isReached(lease, after)) {
            tried[0] = true;
            write(fitments, inTransaction);
          }
        });
  }

  private void write(List<NewFitment> fitments, Runnable inTransaction) {
    if (fitments.isEmpty()) {
      transaction.executeWithoutResult(status -> inTransaction.run());
    } else {
      skus.replaceAll(fitments, inTransaction);
    }
  }

  private boolean isReached(Lease lease, Progress after) {
    return table.find(lease.importId()).map(f -> f.progress().equals(after)).orElse(false);
  }

  /**
   * Tries for half an hour; what fails for longer will not get better by itself.
   *
   * @throws InterruptedException if the thread is interrupted by the time a try begins or failed
   */
  static void patiently(Runnable step) throws InterruptedException {
    long pause = SHORTEST_PAUSE_MILLIS;
    for (int tries = 1; ; tries++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      try {
        step.run();
        return;
      } catch (Lease.LostException e) {
        throw e;
      } catch (RuntimeException e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
        log.warn("An import waits {} ms and tries again: {}", pause, e.toString());
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }
}
