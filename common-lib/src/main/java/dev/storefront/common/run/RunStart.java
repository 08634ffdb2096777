package dev.storefront.common.run;

/** What became of the wish for a run. */
public sealed interface RunStart {

  /** It waits for its turn. */
  record Started(long id) implements RunStart {}

  /** Another one with the same key is not over yet. */
  record AlreadyRunning(long id) implements RunStart {}

  /** Too many are not over yet. */
  record TooMany() implements RunStart {}
}
