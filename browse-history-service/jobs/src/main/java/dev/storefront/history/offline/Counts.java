package dev.storefront.history.offline;

/** The accumulators by which a job tells what it did; who ordered it asks for them by name. */
final class Counts {

  /** Records that were read. */
  static final String IN = "rowsIn";

  /** Records that were written. */
  static final String OUT = "rowsOut";

  /** Records that are in no result: repeated, too old, deleted, or too many. */
  static final String DROPPED = "rowsDropped";

  /** Users whose row is written anew or deleted. */
  static final String USERS = "usersChanged";

  private Counts() {}
}
