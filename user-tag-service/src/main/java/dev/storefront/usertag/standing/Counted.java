package dev.storefront.usertag.standing;

/**
 * How far a counting is.
 *
 * @param audiences that were counted
 */
record Counted(int audiences) {

  static final Counted NONE = new Counted(0);

  Counted oneMore() {
    return new Counted(audiences + 1);
  }
}
