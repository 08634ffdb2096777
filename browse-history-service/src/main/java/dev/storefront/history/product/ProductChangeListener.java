package dev.storefront.history.product;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Follows the catalogue. A batch that the database does not take now is delivered again. */
@Component
class ProductChangeListener {

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
  void follow(List<ConsumerRecord<String, byte[]>> records) {
    batches.process(records, this::read, this::apply);
  }

  private Step read(ConsumerRecord<String, byte[]> record) {
    return record.value() == null
        ? new Step(skuOf(record), null)
        : new Step(0, json.read(record.value(), ProductChange.class));
  }

  private void apply(List<Step> steps) {
    List<ProductChange> changes = new ArrayList<>();
    for (Step step : steps) {
      if (step.change() != null) {
        changes.add(step.change());
      } else {
        table.apply(changes);
        changes.clear();
        table.markDeleted(step.forgotten());
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

  /** What to do next: apply the change, or mark the SKU {@code forgotten} as deleted. */
  private record Step(long forgotten, @Nullable ProductChange change) {}
}
