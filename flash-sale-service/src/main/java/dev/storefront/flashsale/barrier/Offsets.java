package dev.storefront.flashsale.barrier;

import java.util.HashMap;
import java.util.Map;

/**
 * The ledger's topic at one moment, by partition.
 *
 * @param ends the offset after the last entry that Kafka has
 * @param written the offset after the last entry that MySQL has, or once had
 */
record Offsets(Map<Integer, Long> ends, Map<Integer, Long> written) {

  /** The same, if MySQL says that it has no more than this of some partitions. */
  Offsets atMost(Map<Integer, Long> next) {
    Map<Integer, Long> had = new HashMap<>(written);
    had.replaceAll((partition, offset) -> Math.min(offset, next.getOrDefault(partition, offset)));
    return new Offsets(ends, had);
  }

  /** The same, if MySQL has to get everything once more. */
  Offsets withNothingWritten() {
    return new Offsets(ends, Map.of());
  }

  int partitions() {
    return ends.size();
  }

  long endOf(int partition) {
    return ends.getOrDefault(partition, 0L);
  }

  /**
   * What MySQL has of a partition of a topic that was made anew: what was committed past its end
   * was of the topic before, and tells nothing of this one.
   */
  long writtenOfThisTopic(int partition) {
    long had = written.getOrDefault(partition, 0L);
    return had > endOf(partition) ? 0 : had;
  }

  /** Entries before {@code end} that MySQL does not have yet. */
  long missing(int partition, long end) {
    return Math.max(0, end - written.getOrDefault(partition, 0L));
  }
}
