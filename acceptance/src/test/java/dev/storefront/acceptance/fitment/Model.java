package dev.storefront.acceptance.fitment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;

/**
 * What the service must answer, in plain memory. A write whose outcome nobody knows is a doubt:
 * until the SKU is read both outcomes are right, from then on the one that was read is.
 *
 * <p>Changes of one SKU that are made at the same time must come to the same in any order.
 */
final class Model {

  private final Map<Long, SkuState> states = new ConcurrentSkipListMap<>();

  /** A write that counts. */
  void certain(long skuId, Change change) {
    state(skuId).certain(change);
  }

  /** A write that counts whole, or not at all. */
  void doubtful(long skuId, Change change) {
    state(skuId).doubtful(change);
  }

  /** SKUs with writes of unknown outcome. */
  List<Long> doubted() {
    return states.entrySet().stream()
        .filter(state -> state.getValue().isDoubted())
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Ends the doubts about a SKU.
   *
   * @param seen the vehicles that it fits, empty if it is unknown
   * @return false if no outcome of its writes explains that
   */
  boolean settle(long skuId, Optional<Fits> seen) {
    return state(skuId).settle(seen);
  }

  /**
   * What is known of a SKU.
   *
   * @throws IllegalStateException while there are doubts
   */
  Optional<Fitment> of(long skuId) {
    return state(skuId).now();
  }

  /** All SKUs that there ever were, ascending. */
  List<Long> skus() {
    return List.copyOf(states.keySet());
  }

  /** Vehicles of all SKUs, without those that fit every vehicle. */
  long pairs() {
    return states.keySet().stream().flatMap(sku -> of(sku).stream()).mapToLong(Model::pairs).sum();
  }

  private static long pairs(Fitment fitment) {
    return fitment.universal() ? 0 : fitment.vehicles().size();
  }

  private SkuState state(long skuId) {
    return states.computeIfAbsent(skuId, sku -> new SkuState());
  }

  private static final class SkuState {

    private Optional<Fitment> now = Optional.empty();
    private final List<Change> doubts = new ArrayList<>();

    synchronized void certain(Change change) {
      now = change.apply(now);
    }

    synchronized void doubtful(Change change) {
      doubts.add(change);
    }

    synchronized boolean isDoubted() {
      return !doubts.isEmpty();
    }

    synchronized Optional<Fitment> now() {
      if (isDoubted()) {
        throw new IllegalStateException("not settled");
      }
      return now;
    }

    synchronized boolean settle(Optional<Fits> seen) {
      Optional<Optional<Fitment>> explained =
          IntStream.range(0, 1 << doubts.size())
              .mapToObj(this::outcome)
              .filter(outcome -> outcome.map(Fitment::vehicles).equals(seen))
              .findFirst();
      explained.ifPresent(outcome -> now = outcome);
      doubts.clear();
      return explained.isPresent();
    }

    /** What it is if those doubts came true whose bits are set. */
    private Optional<Fitment> outcome(int bits) {
      Optional<Fitment> outcome = now;
      for (int i = 0; i < doubts.size(); i++) {
        outcome = (bits >> i & 1) == 1 ? doubts.get(i).apply(outcome) : outcome;
      }
      return outcome;
    }
  }
}
