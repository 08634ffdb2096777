package dev.storefront.common.run;

/** Where a run is. */
public enum RunState {
  /** Waits for its turn. */
  QUEUED,
  /** Is being worked on, or waits for a time or a server. */
  RUNNING,
  /** All of it is done. */
  DONE,
  /** Ended before its end, for the reason that it tells. */
  FAILED,
  /** Ended because somebody wanted it. */
  CANCELLED;

  /** True if nothing of it will change any more. */
  public boolean isOver() {
    return this == DONE || this == FAILED || this == CANCELLED;
  }
}
