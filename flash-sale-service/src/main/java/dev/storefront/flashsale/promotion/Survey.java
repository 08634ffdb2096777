package dev.storefront.flashsale.promotion;

import java.util.List;
import java.util.stream.IntStream;

/**
 * All buckets of a hot promotion, looked at twice: they lie in several slots, and units move
 * between them while one looks.
 *
 * @param before what each had
 * @param now what each had once all had been looked at
 */
public record Survey(List<BucketState> before, List<BucketState> now) {

  /**
   * True if nothing at all happened between the two looks and nothing was on its way: then this is
   * what all buckets had at one and the same moment. Additions only grow, so what came and went
   * shows.
   */
  public boolean isExact() {
    return before.equals(now) && lent() == 0;
  }

  /** True if no units moved between buckets or were released: then the units left add up. */
  boolean addsUp() {
    return lent() == 0
        && IntStream.range(0, now.size())
            .allMatch(
                i ->
                    before.get(i).lent() == 0
                        && before.get(i).additions() == now.get(i).additions()
                        && before.get(i).epoch().equals(now.get(i).epoch()));
  }

  /** True if every bucket's record is to be believed. */
  public boolean allOpen() {
    return now.stream().allMatch(BucketState::isOpen);
  }

  boolean any(BucketState.Code code) {
    return now.stream().anyMatch(state -> state.code() == code);
  }

  /** Units for sale, of all buckets together. */
  int quota() {
    return Math.toIntExact(now.stream().mapToLong(BucketState::share).sum());
  }

  /** Units that can be reserved, of all buckets together. */
  public long left() {
    return now.stream().mapToLong(BucketState::left).sum();
  }

  /** Units on their way from one bucket to another. */
  public long lent() {
    return now.stream().mapToLong(BucketState::lent).sum();
  }
}
