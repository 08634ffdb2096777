package dev.storefront.usertag.imports;

/** What became of a file that was sent. */
sealed interface TakeOutcome {

  /** It is here as a whole, and waits for its turn. */
  record Taken(TagImport queued) implements TakeOutcome {}

  /** It is longer than this many bytes. */
  record TooLarge(long largest) implements TakeOutcome {}

  /** Too many imports are waiting. */
  record TooBusy() implements TakeOutcome {}
}
