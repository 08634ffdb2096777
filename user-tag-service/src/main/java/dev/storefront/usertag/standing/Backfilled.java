package dev.storefront.usertag.standing;

/**
 * How far a backfill is.
 *
 * @param users to whom a formula was applied
 */
record Backfilled(long users) {

  static final Backfilled NONE = new Backfilled(0);

  Backfilled more(int further) {
    return new Backfilled(users + further);
  }
}
