package dev.storefront.fitment.check;

/** What an answer about a SKU rests on. */
enum FitStatus {
  /** Its vehicles are known. */
  KNOWN,
  /** It fits every vehicle. */
  UNIVERSAL,
  /** There is no data for it: whether it fits, nobody can say. */
  UNKNOWN,
  /** The servers that know are away: ask again later. */
  UNAVAILABLE
}
