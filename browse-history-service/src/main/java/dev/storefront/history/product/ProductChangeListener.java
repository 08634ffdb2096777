package dev.storefront.history.product;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Follows the catalogue. A batch that the database does not take now is delivered again. */
@Component
class ProductChangeListener {

  /** The topic, without namespace. */
  static final String TOPIC = "product-changes";

  /** The group that commits what is in the database. */
  static final String GROUP = "browse-history-products";

  private final EventJson json;
  private final ProductTable table;
  private final EventBatches batches;

  ProductChangeListener(EventJson json, ProductTable table, EventBatches batches) {
    this.json = json;
    this.table = table;
    this.batches = batches;
  }

  @KafkaListener(
      id = "product-changes",
      topics = "#{@namespace.topic('product-changes')}",
      groupId = "#{@namespace.group('browse-history-products')}",
      batch = "true")
  void follow(List<ConsumerRecord<String, byte[]>> changes) {
    batches.process(changes, change -> ProductRecord.read(change, json), table::apply);
  }
}
