package dev.storefront.history.purchase;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Follows flash sales. A batch that the database does not take now is delivered again. */
@Component
class SaleEventListener {

  private final Purchases purchases;
  private final EventBatches batches;
  private final EventJson json;

  SaleEventListener(Purchases purchases, EventBatches batches, EventJson json) {
    this.purchases = purchases;
    this.batches = batches;
    this.json = json;
  }

  @KafkaListener(
      id = "flash-sale-events",
      topics = "#{@namespace.topic('flash-sale-events')}",
      groupId = "#{@namespace.group('browse-history-purchases')}",
      batch = "true")
  void follow(List<ConsumerRecord<String, byte[]>> events) {
    batches.process(
        events,
        this::read,
        paid -> purchases.add(paid.stream().flatMap(Optional::stream).toList()));
  }

  private Optional<PaidSku> read(ConsumerRecord<String, byte[]> record) {
    SaleEvent event = json.read(record.value(), SaleEvent.class);
    if (!event.isPaid()) {
      return Optional.empty();
    }
    String pin = event.pin();
    Long skuId = event.skuId();
    Long occurredAt = event.occurredAt();
    if (pin == null || skuId == null || occurredAt == null) {
      throw new MalformedEventException("PAID needs pin, skuId and occurredAt", null);
    }
    return Optional.of(new PaidSku(pin, skuId, occurredAt));
  }
}
