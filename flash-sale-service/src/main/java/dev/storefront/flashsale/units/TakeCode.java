package dev.storefront.flashsale.units;

import dev.storefront.flashsale.ScriptCode;

/** What came of an attempt to take units: what {@code takeUnits.lua} answers, and one more. */
public enum TakeCode implements ScriptCode {
  TAKEN(1),
  /** Taken before, by the same attempt. */
  REPEATED(2),
  /** Of a look: the promotion may have enough, or knows the order. */
  LEFT(3),
  UNKNOWN_PROMOTION(-1),
  STOPPED(-2),
  NOT_STARTED(-3),
  ENDED(-4),
  RATE_LIMITED(-5),
  LIMIT_REACHED(-6),
  SOLD_OUT(-7),
  /** The attempt was undone, or a later one has begun. */
  FENCED(-8),
  /** An earlier attempt holds units: for good, or until they come back. */
  HELD(-9),
  /** The record is not known to be complete, or is being rebuilt. */
  RECOVERING(-10),
  /** The order was cancelled for good. */
  CANCELLED(-11),
  /** By an operator, for a while. */
  PAUSED(-12),
  /**
   * No script's answer: too many take of a hot promotion's last units at the same moment to tell
   * whether any is left.
   */
  CONTENDED(0);

  private final long number;

  TakeCode(long number) {
    this.number = number;
  }

  @Override
  public long number() {
    return number;
  }

  static TakeCode of(long number) {
    return ScriptCode.of(values(), number);
  }

  /** True if it refuses whoever has nothing of the promotion yet. */
  public boolean refusesAll() {
    return switch (this) {
      case STOPPED, NOT_STARTED, ENDED, PAUSED, RATE_LIMITED, LIMIT_REACHED, SOLD_OUT -> true;
      default -> false;
    };
  }

  /** True if the attempt holds the units now. */
  public boolean holds() {
    return this == TAKEN || this == REPEATED;
  }
}
