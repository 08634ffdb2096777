package dev.storefront.fitment.placement;

/** What the script says that has shelves believed again. */
public enum Confirmation {
  /** It was believed already. */
  BELIEVED(0),
  /** It is the newest revision, and believed from now on. */
  CONFIRMED(1),
  /** It is another revision, or gone: all of it has to be written. */
  LOST(2);

  private final long code;

  Confirmation(long code) {
    this.code = code;
  }

  static Confirmation of(long code) {
    for (Confirmation confirmation : values()) {
      if (confirmation.code == code) {
        return confirmation;
      }
    }
    throw new IllegalArgumentException("No confirmation has the code " + code);
  }
}
