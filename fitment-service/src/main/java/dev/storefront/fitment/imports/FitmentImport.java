package dev.storefront.fitment.imports;

/**
 * An import and how far it is.
 *
 * @param id 32 hex digits
 * @param linesRead lines that are done with; after a restart it goes on behind them
 * @param skusWritten lines that were written
 * @param pairsWritten the vehicles on those lines
 * @param linesRejected lines that were not taken
 */
record FitmentImport(
    String id,
    ImportState state,
    long linesRead,
    long skusWritten,
    long pairsWritten,
    long linesRejected) {

  static FitmentImport queued(String id) {
    return new FitmentImport(id, ImportState.QUEUED, 0, 0, 0, 0);
  }

  FitmentImport after(LineBatch batch) {
    return new FitmentImport(
        id,
        ImportState.RUNNING,
        batch.lastLine(),
        skusWritten + batch.fitments().size(),
        pairsWritten + batch.pairs(),
        linesRejected + batch.rejected().size());
  }
}
