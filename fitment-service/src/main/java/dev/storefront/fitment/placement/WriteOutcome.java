package dev.storefront.fitment.placement;

/** What the script says that places a shelf, in the order of its codes. */
public enum WriteOutcome {
  /** This revision or a newer one was there; nothing was written. */
  OUTDATED,
  /** Written. */
  WRITTEN,
  /** What it builds on is not there; nothing was written. All of the shelf has to be given. */
  BASE_MISSING,
  /** What was staged for it is gone; nothing was written. */
  STAGE_LOST;

  static WriteOutcome of(long code) {
    return values()[Math.toIntExact(code)];
  }
}
