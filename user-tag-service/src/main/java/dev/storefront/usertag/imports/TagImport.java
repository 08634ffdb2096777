package dev.storefront.usertag.imports;

/**
 * An import and how far it is.
 *
 * @param id 32 hex digits
 * @param tag the tag's number
 * @param tagName the tag's name
 * @param linesRead lines that are done with: after a restart it goes on behind them
 */
record TagImport(
    String id,
    int tag,
    String tagName,
    ImportState state,
    long linesRead,
    long usersTagged,
    long linesRejected) {

  static TagImport queued(String id, int tag, String tagName) {
    return new TagImport(id, tag, tagName, ImportState.QUEUED, 0, 0, 0);
  }

  boolean isOver() {
    return state == ImportState.COMPLETED || state == ImportState.FAILED;
  }

  TagImport in(ImportState next) {
    return new TagImport(id, tag, tagName, next, linesRead, usersTagged, linesRejected);
  }

  /**
   * @param users of the batch that no earlier line had
   */
  TagImport after(LineBatch batch, int users) {
    return new TagImport(
        id,
        tag,
        tagName,
        ImportState.RUNNING,
        linesRead + batch.linesRead(),
        usersTagged + users,
        linesRejected + batch.rejected().size());
  }
}
