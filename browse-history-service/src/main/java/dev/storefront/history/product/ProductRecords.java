package dev.storefront.history.product;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.stereotype.Component;

/** Reads records of {@code product-changes}. */
@Component
class ProductRecords {

  private final EventJson json;

  ProductRecords(EventJson json) {
    this.json = json;
  }

  /**
   * What the record says.
   *
   * @throws MalformedEventException if it is no change, and has a value
   */
  ProductRecord read(ConsumerRecord<String, byte[]> record) {
    return record.value() == null
        ? ProductRecord.tombstone(skuOf(record), record.offset())
        : ProductRecord.of(json.read(record.value(), ProductChange.class), record.offset());
  }

  /** A compacted topic forgets a key by a record without value. */
  private static long skuOf(ConsumerRecord<String, byte[]> record) {
    try {
      return Long.parseLong(record.key());
    } catch (NumberFormatException e) {
      throw new MalformedEventException("The key of a record without value must be a SKU", e);
    }
  }
}
