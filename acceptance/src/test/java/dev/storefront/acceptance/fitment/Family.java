package dev.storefront.acceptance.fitment;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Vehicles that the SKUs of a group have to do with: those of a make, of several, or all.
 *
 * @param first number of a vehicle
 * @param size how many there are from there on
 */
record Family(int first, int size) {

  private static final int RUN = 12;

  /** Numbers of different vehicles of it, in runs of neighbours or one by one. */
  IntStream some(int wanted, boolean inRuns, SplittableRandom random) {
    BitSet chosen = new BitSet(size);
    int most = Math.min(wanted, size);
    for (int found = 0; found < most; ) {
      int start = random.nextInt(size);
      int end = Math.min(size, start + (inRuns ? Math.min(RUN, most - found) : 1));
      chosen.set(start, end);
      found = chosen.cardinality();
    }
    return chosen.stream().map(number -> first + number);
  }
}
