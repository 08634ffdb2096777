package dev.storefront.flashsale.horizon;

import java.util.Map;

/**
 * The ledger's topic at one moment, by partition.
 *
 * @param ends the offset after the last entry that Kafka has
 * @param written the offset after the last entry that MySQL has
 */
record Offsets(Map<Integer, Long> ends, Map<Integer, Long> written) {

  int partitions() {
    return ends.size();
  }

  long endOf(int partition) {
    return ends.getOrDefault(partition, 0L);
  }

  /** Entries before {@code end} that MySQL does not have yet. */
  long missing(int partition, long end) {
    return Math.max(0, end - written.getOrDefault(partition, 0L));
  }
}
