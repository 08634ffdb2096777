package dev.storefront.flashsale.units;

/** What {@code parkNote.lua} answers. */
public enum ParkCode {
  PARKED,
  /** It was settled or put aside meanwhile, by another instance. */
  GONE,
  /** It was noted again meanwhile. */
  TOO_YOUNG
}
