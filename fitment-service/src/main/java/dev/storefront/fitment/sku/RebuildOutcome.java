package dev.storefront.fitment.sku;

/** What became of a shelf that was to be rebuilt. */
public enum RebuildOutcome {
  /** Redis has it anew. */
  REWRITTEN,
  /** Redis has it anew, on another cluster than before. */
  MOVED,
  /**
   * Nothing was done: its cluster did not answer, and it is written as soon as that does; or an
   * earlier move is not over, because other cells were not told of it, and the next rebuild moves
   * it.
   */
  UNREACHED
}
