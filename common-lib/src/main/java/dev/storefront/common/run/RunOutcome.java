package dev.storefront.common.run;

import java.time.Duration;

/** What became of the work on a run. */
public sealed interface RunOutcome {

  /** All of it is done. */
  record Done() implements RunOutcome {}

  /**
   * It cannot be done.
   *
   * @param reason what operators read, 500 characters of it at most
   */
  record Failed(String reason) implements RunOutcome {}

  /** It goes on after that time, here or elsewhere; nobody waits with a thread. */
  record GoesOnIn(Duration time) implements RunOutcome {}
}
