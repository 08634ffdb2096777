package dev.storefront.usertag.rebuild;

/**
 * How far it is.
 *
 * @param next the next segment to compare
 * @param compared users, as the database has them
 * @param repaired marks that were others in Redis
 * @param lost segments that were given to be built anew
 */
record CheckProgress(int next, long compared, long repaired, int lost) {

  static final CheckProgress START = new CheckProgress(0, 0, 0, 0);

  CheckProgress after(SegmentComparison.Compared segment) {
    return new CheckProgress(
        next + 1,
        compared + segment.users(),
        repaired + segment.repaired(),
        lost + (segment.isLost() ? 1 : 0));
  }
}
