package dev.storefront.fitment.placement;

/** What the script says that has shelves believed again, in the order of its codes. */
public enum Confirmation {
  /** It was believed already. */
  BELIEVED,
  /** It is the newest revision, and believed from now on. */
  CONFIRMED,
  /** It is another revision, or gone: all of it has to be written. */
  LOST;

  static Confirmation of(long code) {
    return values()[Math.toIntExact(code)];
  }
}
