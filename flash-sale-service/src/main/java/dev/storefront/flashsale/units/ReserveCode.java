package dev.storefront.flashsale.units;

/**
 * What came of an attempt to reserve units: what {@code reserveUnits.lua} answers, and one more.
 */
public enum ReserveCode {
  RESERVED,
  /** Reserved before, by the same attempt. */
  REPEATED,
  /** Of a look: the promotion may have enough, or knows the order. */
  LEFT,
  UNKNOWN_PROMOTION,
  STOPPED,
  NOT_STARTED,
  ENDED,
  RATE_LIMITED,
  LIMIT_REACHED,
  SOLD_OUT,
  /** The attempt was compensated, or a later one has begun. */
  FENCED,
  /** An earlier attempt holds units: for good, or until they are released. */
  HELD,
  /** The record is not known to be complete, or is being rebuilt. */
  RECOVERING,
  /** The order was cancelled for good. */
  CANCELLED,
  /** By an operator, for a while. */
  PAUSED,
  /**
   * No script's answer: too many reserve a hot promotion's last units at the same moment to tell
   * whether any is left.
   */
  CONTENDED;

  /** True if it refuses whoever has nothing of the promotion yet. */
  public boolean refusesAll() {
    return switch (this) {
      case STOPPED, NOT_STARTED, ENDED, PAUSED, RATE_LIMITED, LIMIT_REACHED, SOLD_OUT -> true;
      default -> false;
    };
  }

  /** True if the attempt holds the units now. */
  public boolean holds() {
    return this == RESERVED || this == REPEATED;
  }
}
