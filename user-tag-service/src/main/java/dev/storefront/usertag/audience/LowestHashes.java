package dev.storefront.usertag.audience;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Draws users: those whose ordinals, hashed with a seed, come out lowest. So each user has the same
 * chance, a seed draws the same users wherever and whenever it is asked, and a user who comes or
 * goes changes one place of a draw at most. Of one thread.
 */
final class LowestHashes {

  private final long seed;
  private final int size;
  private final PriorityQueue<Hashed> highestFirst =
      new PriorityQueue<>(Comparator.comparingLong(Hashed::hash).reversed());

  /**
   * @param size users to draw at most, 1 or more
   */
  LowestHashes(long seed, int size) {
    this.seed = seed;
    this.size = size;
  }

  private record Hashed(long hash, long ordinal) {}

  /** Offers the users at these offsets behind an ordinal. */
  void offer(long first, int[] offsets) {
    for (int offset : offsets) {
      offer(first + offset);
    }
  }

  private void offer(long ordinal) {
    long hash = Hash.of(seed, ordinal);
    if (highestFirst.size() < size) {
      highestFirst.add(new Hashed(hash, ordinal));
    } else if (hash < highestFirst.element().hash()) {
      highestFirst.remove();
      highestFirst.add(new Hashed(hash, ordinal));
    }
  }

  /** The users drawn, ascending. */
  long[] ordinals() {
    return highestFirst.stream().mapToLong(Hashed::ordinal).sorted().toArray();
  }
}
