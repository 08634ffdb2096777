package dev.storefront.flashsale.ledger;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Where a batch of the ledger's topic lies.
 *
 * @param firsts the offset of the first record, by partition
 * @param nexts the offset after the last one
 */
record BatchOffsets(Map<Integer, Long> firsts, Map<Integer, Long> nexts) {

  static BatchOffsets of(List<ConsumerRecord<String, byte[]>> records) {
    Map<Integer, Long> firsts = new TreeMap<>();
    Map<Integer, Long> nexts = new TreeMap<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      firsts.merge(record.partition(), record.offset(), Math::min);
      nexts.merge(record.partition(), record.offset() + 1, Math::max);
    }
    return new BatchOffsets(firsts, nexts);
  }

  /** The offset after the last of some entries of this batch, by partition. */
  static Map<Integer, Long> after(List<LedgerRecord> entries) {
    Map<Integer, Long> nexts = new TreeMap<>();
    entries.forEach(entry -> nexts.merge(entry.partition(), entry.offset() + 1, Math::max));
    return nexts;
  }

  long firstOf(int partition) {
    return firsts.getOrDefault(partition, 0L);
  }
}
