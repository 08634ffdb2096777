package dev.storefront.fitment.imports;

import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.fitment.sku.FitmentWriter;
import dev.storefront.fitment.sku.NewFitment;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The steps of an import: what is written and how far that brings the import go into one
 * transaction. While a server is away a step waits and is tried again.
 */
@Component
class Checkpoints {

  private final FitmentWriter writer;
  private final TransactionTemplate transaction;

  Checkpoints(FitmentWriter writer, TransactionTemplate transaction) {
    this.writer = writer;
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
      ActiveRun<ImportRequest, Progress> run,
      Progress after,
      List<RejectedLine> rejected,
      List<NewFitment> fitments,
      Runnable rows)
      throws InterruptedException {
    run.reach(
        after,
        rejected,
        save ->
            write(
                fitments,
                () -> {
                  rows.run();
                  save.run();
                }));
  }

  private void write(List<NewFitment> fitments, Runnable inTransaction) {
    if (fitments.isEmpty()) {
      transaction.executeWithoutResult(status -> inTransaction.run());
    } else {
      writer.replaceAll(fitments, inTransaction);
    }
  }
}
