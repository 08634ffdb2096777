package dev.storefront.usertag.imports;

import org.jspecify.annotations.Nullable;

/**
 * How far an import is.
 *
 * @param linesRead lines that are sorted: after a restart it goes on behind them
 * @param usersTagged users who were given the tag, or had it before; of a file of many tags each
 *     user and tag counts
 * @param linesRejected lines that name no user, or no tag
 * @param bytesRead how long the lines were that are sorted
 * @param usersUntagged users from whom the tag was taken; those to be taken from who lacked it too
 * @param next what is to be applied next; null until all lines are sorted
 */
record ImportProgress(
    long linesRead,
    long usersTagged,
    long linesRejected,
    long bytesRead,
    long usersUntagged,
    @Nullable ImportPlace next) {

  static final ImportProgress NONE = new ImportProgress(0, 0, 0, 0, 0, null);

  /** More lines are sorted: so many by now, and perhaps the last ones. */
  ImportProgress sorted(long lines, long bytes, long moreRejected, boolean isAll) {
    return new ImportProgress(
        lines,
        usersTagged,
        linesRejected + moreRejected,
        bytes,
        usersUntagged,
        isAll ? ImportPlace.FIRST : null);
  }

  /** More users are through. */
  ImportProgress applied(long tagged, long untagged, ImportPlace behind) {
    return new ImportProgress(
        linesRead,
        usersTagged + tagged,
        linesRejected,
        bytesRead,
        usersUntagged + untagged,
        behind);
  }
}
