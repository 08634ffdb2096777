package dev.storefront.fitment.upkeep;

/** What became of the wish for a run. */
sealed interface StartOutcome {

  /** It will be worked on at once. */
  record Started(long id) implements StartOutcome {}

  /** Another one of the same task is under way. */
  record AlreadyRunning(long id) implements StartOutcome {}

  /** There is no such cluster. */
  record UnknownCluster(String message) implements StartOutcome {}
}
