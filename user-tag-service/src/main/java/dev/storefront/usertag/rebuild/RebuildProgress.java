package dev.storefront.usertag.rebuild;

/**
 * How far it is.
 *
 * @param next the next segment to look at
 * @param built how many were built
 */
record RebuildProgress(int next, int built) {

  static final RebuildProgress START = new RebuildProgress(0, 0);

  RebuildProgress after(int segment, boolean wasBuilt) {
    return new RebuildProgress(segment + 1, built + (wasBuilt ? 1 : 0));
  }
}
