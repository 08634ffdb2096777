package dev.storefront.fitment.upkeep;

/**
 * What became of shelves.
 *
 * @param done how many were looked at
 * @param rewritten written anew where they were
 * @param moved written anew on another cluster
 * @param differing other in Redis than in MySQL
 * @param repaired of these, those that were repaired
 * @param unreached nothing could be done with them, mostly because their cluster did not answer
 */
record Tally(long done, long rewritten, long moved, long differing, long repaired, long unreached) {

  static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0);
  static final Tally LOOKED_AT = new Tally(1, 0, 0, 0, 0, 0);
  static final Tally REWRITTEN = new Tally(1, 1, 0, 0, 0, 0);
  static final Tally MOVED = new Tally(1, 0, 1, 0, 0, 0);
  static final Tally DIFFERING = new Tally(1, 0, 0, 1, 0, 0);
  static final Tally REPAIRED = new Tally(1, 0, 0, 1, 1, 0);
  static final Tally UNREACHED = new Tally(1, 0, 0, 0, 0, 1);

  Tally plus(Tally other) {
    return new Tally(
        done + other.done,
        rewritten + other.rewritten,
        moved + other.moved,
        differing + other.differing,
        repaired + other.repaired,
        unreached + other.unreached);
  }
}
