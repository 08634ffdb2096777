package dev.storefront.fitment.placement;

/** What a script that writes says. The same in Redis afterwards: this version or a newer one. */
public enum WriteOutcome {
  /** Something newer was there; nothing was written. */
  OUTDATED(0),
  /** Written. */
  WRITTEN(1);

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
