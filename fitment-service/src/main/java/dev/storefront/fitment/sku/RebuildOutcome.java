package dev.storefront.fitment.sku;

/** What became of a shelf that was to be rebuilt. */
public enum RebuildOutcome {
  /** Redis has it anew. */
  REWRITTEN,
  /** Redis has it anew, on another cluster than before. */
  MOVED,
  /** Its cluster did not answer; it is written as soon as that does. */
  UNREACHED
}
