package dev.storefront.acceptance.flashsale.proof;

/**
 * One call and what came of it.
 *
 * @param sent epoch microseconds, before the first byte was sent
 * @param replied epoch microseconds, after the reply was read, or when the caller gave up
 */
public record Exchange(Request request, long sent, long replied, Outcome outcome) {

  /** Later than any moment of a run. */
  static final long NEVER = Long.MAX_VALUE / 4;

  /**
   * For how long a call may go on of which nobody knows the outcome: longer than all time-outs of
   * the service together, after which it counts such a call as left behind, and than any server is
   * stopped before it goes on.
   */
  private static final long LEFT_BEHIND = 15_000_000;

  /** The last moment at which the service may have worked on it. */
  long until() {
    return outcome instanceof Outcome.Unknown ? replied + LEFT_BEHIND : replied;
  }

  /** False if it is certain that nothing has come of it. */
  boolean mayHaveHappened() {
    return outcome instanceof Outcome.Done || outcome instanceof Outcome.Unknown;
  }

  boolean isRefused(String code) {
    return outcome instanceof Outcome.Refused refused && refused.code().equals(code);
  }
}
