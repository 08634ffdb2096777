package dev.storefront.usertag.snapshot;

/**
 * How far it is.
 *
 * @param next the next segment to look at
 * @param kept how many sets were others than the day before
 */
record SnapshotProgress(int next, int kept) {

  static final SnapshotProgress START = new SnapshotProgress(0, 0);

  SnapshotProgress after(int segment, int more) {
    return new SnapshotProgress(segment + 1, kept + more);
  }
}
