package dev.storefront.flashsale.units;

import dev.storefront.flashsale.ScriptCode;

/** What {@code parkNote.lua} answers. */
public enum ParkCode implements ScriptCode {
  PARKED(1),
  /** It was settled or put aside meanwhile, by another instance. */
  GONE(0),
  /** It was noted again meanwhile. */
  TOO_YOUNG(-1);

  private final long number;

  ParkCode(long number) {
    this.number = number;
  }

  @Override
  public long number() {
    return number;
  }

  static ParkCode of(long number) {
    return ScriptCode.of(values(), number);
  }
}
