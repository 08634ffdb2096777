package dev.storefront.fitment.product;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.fitment.product.CatalogueStep.Position;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Hears of the catalogue's changes. A batch that MySQL does not take now is delivered again. */
@Component
class ProductChangeListener {

  private final EventJson json;
  private final CatalogueFollower follower;
  private final EventBatches batches;

  ProductChangeListener(EventJson json, CatalogueFollower follower, EventBatches batches) {
    this.json = json;
    this.follower = follower;
    this.batches = batches;
  }

  @KafkaListener(
      id = "product-changes",
      topics = "#{@namespace.topic('product-changes')}",
      groupId = "#{@namespace.group('fitment-products')}",
      batch = "true")
  void follow(List<ConsumerRecord<String, byte[]>> records) {
    batches.process(records, this::read, follower::follow);
  }

  private CatalogueStep read(ConsumerRecord<String, byte[]> record) {
    Position position = Position.of(record);
    return record.value() == null
        ? CatalogueStep.forgotten(skuOf(record), position)
        : CatalogueStep.of(json.read(record.value(), ProductChange.class), position);
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
