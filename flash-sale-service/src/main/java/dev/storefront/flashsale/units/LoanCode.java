package dev.storefront.flashsale.units;

import dev.storefront.flashsale.ScriptCode;

/** What {@code lendUnits.lua} answers. */
enum LoanCode implements ScriptCode {
  LENT(1),
  /** An earlier loan to the same bucket has to be completed first. */
  UNDER_WAY(2),
  NOTHING_LEFT(0),
  /** It is being rebuilt, or was since, or is not known to be complete. */
  NOT_OPEN(-1);

  private final long number;

  LoanCode(long number) {
    this.number = number;
  }

  @Override
  public long number() {
    return number;
  }

  static LoanCode of(long number) {
    return ScriptCode.of(values(), number);
  }
}
