package dev.storefront.common.spool;

/** What became of a file that somebody sends. */
sealed interface SpoolOutcome {

  /** It is here as a whole, and survives a power cut. */
  record Taken(SpooledFile file) implements SpoolOutcome {}

  /**
   * It is longer than allowed.
   *
   * @param longest in bytes
   */
  record TooLong(long longest) implements SpoolOutcome {}

  /** The folder has no room for it now. */
  record Full() implements SpoolOutcome {}
}
