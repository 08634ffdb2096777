package dev.storefront.flashsale.units;

/** What stays behind of an attempt whose units are released. */
public enum Leave {
  /** No script of the attempt can be under way: its reservation goes. */
  NOTHING("-"),
  /** The attempt reserves nothing any more; a later one may. */
  TOMBSTONE("R"),
  /** No attempt of the order ever reserves anything again. */
  CANCELLATION("C");

  private final String state;

  Leave(String state) {
    this.state = state;
  }

  String state() {
    return state;
  }
}
