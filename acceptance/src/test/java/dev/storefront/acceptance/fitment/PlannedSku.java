package dev.storefront.acceptance.fitment;

/**
 * A SKU of the load.
 *
 * @param number from 0
 * @param group where it is at first
 */
record PlannedSku(int number, Family family, Group group) {

  private static final long FIRST_ID = 800_000_000;
  private static final int ROLES = 10;

  long id() {
    return FIRST_ID + number;
  }

  /** What is done with it. */
  Role role() {
    int turn = number % ROLES;
    return turn < 4 ? Role.SHARED : turn < 7 ? Role.OWNED : turn < 9 ? Role.QUIET : Role.ENDING;
  }

  /** Who does what with a SKU. */
  enum Role {
    /** Patched by all writers, each with vehicles of its own, while the catalogue moves it. */
    SHARED,
    /** Put and patched by one writer. */
    OWNED,
    /** Only moved by the catalogue, so that what it fits is known at every moment. */
    QUIET,
    /** Deleted by the catalogue. */
    ENDING
  }
}
