package dev.storefront.common.health;

/**
 * A backing server cannot be reached, is not ready or did not answer in time. Callers get 503
 * {@code unavailable}; consumers of events try again later.
 */
public class BackendUnavailableException extends RuntimeException {

  private final String backend;
  private final boolean outcomeUnknown;

  /**
   * @param backend the backing server's name as health shows it, for example {@code redis}
   * @param outcomeUnknown true if the call may have taken effect all the same (a time-out)
   */
  public BackendUnavailableException(String backend, boolean outcomeUnknown, Throwable cause) {
    super(backend + (outcomeUnknown ? " did not answer in time" : " is unavailable"), cause);
    this.backend = backend;
    this.outcomeUnknown = outcomeUnknown;
  }

  /** The backing server's name as health shows it. */
  public String backend() {
    return backend;
  }

  /** True if the call may have taken effect: the caller has to treat it as done and as not done. */
  public boolean outcomeUnknown() {
    return outcomeUnknown;
  }
}
