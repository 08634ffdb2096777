package dev.storefront.usertag.imports;

/**
 * How far an import is.
 *
 * @param linesRead lines that are done with: after a restart it goes on behind them
 * @param usersTagged users of these lines, each once
 * @param linesRejected lines that are no user id
 */
record ImportProgress(long linesRead, long usersTagged, long linesRejected) {

  static final ImportProgress NONE = new ImportProgress(0, 0, 0);

  /**
   * @param users of the batch that no earlier line had
   */
  ImportProgress after(LineBatch batch, int users) {
    return new ImportProgress(
        linesRead + batch.linesRead(),
        usersTagged + users,
        linesRejected + batch.rejected().size());
  }
}
