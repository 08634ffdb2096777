package dev.storefront.fitment.placement;

/** What the script says that places a shelf. */
public enum WriteOutcome {
  /** This revision or a newer one was there; nothing was written. */
  OUTDATED(0),
  /** Written. */
  WRITTEN(1),
  /** What it builds on is not there; nothing was written. All of the shelf has to be given. */
  BASE_MISSING(2),
  /** What was staged for it is gone; nothing was written. */
  STAGE_LOST(3);

  private final long code;

  WriteOutcome(long code) {
    this.code = code;
  }

  static WriteOutcome of(long code) {
    for (WriteOutcome outcome : values()) {
      if (outcome.code == code) {
        return outcome;
      }
    }
    throw new IllegalArgumentException("No outcome has the code " + code);
  }
}
