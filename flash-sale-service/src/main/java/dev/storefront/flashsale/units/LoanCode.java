package dev.storefront.flashsale.units;

/** What {@code lendUnits.lua} answers. */
enum LoanCode {
  LENT,
  /** An earlier loan to the same bucket has to be completed first. */
  UNDER_WAY,
  NOTHING_LEFT,
  /** It is being rebuilt, or was since, or is not known to be complete. */
  NOT_OPEN
}
