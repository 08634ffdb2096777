package dev.storefront.history.product;

import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Follows the catalogue. A batch that the database does not take now is delivered again. */
@Component
class ProductChangeListener {

  private final EventJson json;
  private final ProductTable table;
  private final DeadLetters deadLetters;

  ProductChangeListener(EventJson json, ProductTable table, DeadLetters deadLetters) {
    this.json = json;
    this.table = table;
    this.deadLetters = deadLetters;
  }

  @KafkaListener(
      id = "product-changes",
      topics = "#{@namespace.topic('product-changes')}",
      groupId = "#{@namespace.group('browse-history-products')}",
      batch = "true")
  void follow(List<ConsumerRecord<String, byte[]>> records) {
    List<ProductChange> changes = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      try {
        if (record.value() == null) {
          table.apply(changes);
          changes.clear();
          table.markDeleted(skuOf(record));
        } else {
          changes.add(json.read(record.value(), ProductChange.class));
        }
      } catch (MalformedEventException e) {
        deadLetters.accept(record, e);
      }
    }
    table.apply(changes);
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
