package dev.storefront.fitment.imports;

/** What came of a file that somebody sent. */
sealed interface TakeOutcome {

  /** It is here and its turn comes. */
  record Taken(String id) implements TakeOutcome {}

  /** Too many others wait. */
  record TooBusy() implements TakeOutcome {}

  /** It is longer than {@link ImportProperties#largest}. */
  record TooLong() implements TakeOutcome {}
}
