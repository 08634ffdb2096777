package dev.storefront.flashsale.ledger;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.flashsale.event.FlashSaleEvent;
import dev.storefront.flashsale.event.FlashSaleEvents;
import dev.storefront.flashsale.promotion.Promotions;
import io.micrometer.core.annotation.Timed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes the ledger from Kafka into MySQL, then tells others. A batch that fails comes again as a
 * whole, which changes nothing where it had been written. A bug of ours puts no entry aside: a
 * recovery believes that MySQL has what has been read here.
 */
@Component
class LedgerConsumer {

  private static final long NO_SKU = 0;

  private final LedgerStore store;
  private final TransactionTemplate transaction;
  private final EventJson json;
  private final EventBatches batches;
  private final FlashSaleEvents events;
  private final Promotions promotions;
  private final List<Ledger.Follower> followers;

  LedgerConsumer(
      LedgerStore store,
      TransactionTemplate transaction,
      EventJson json,
      EventBatches batches,
      FlashSaleEvents events,
      Promotions promotions,
      List<Ledger.Follower> followers) {
    this.store = store;
    this.transaction = transaction;
    this.json = json;
    this.batches = batches.holdingBugs();
    this.events = events;
    this.promotions = promotions;
    this.followers = followers;
  }

  @KafkaListener(
      topics = "#{@namespace.topic('flash-sale-ledger')}",
      groupId = "#{@namespace.group('flash-sale-ledger')}",
      batch = "true",
      concurrency = "4")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "write-ledger"})
  void write(List<ConsumerRecord<String, byte[]>> records) {
    batches.process(
        records, record -> json.read(record.value(), LedgerEntry.class), this::writeEntries);
  }

  private void writeEntries(List<LedgerEntry> entries) {
    List<LedgerEntry> replaced =
        Objects.requireNonNull(transaction.execute(status -> store.write(entries)));
    followers.forEach(follower -> follower.stored(entries));
    followers.forEach(follower -> follower.replaced(replaced));
    events.publish(eventsOf(replaced));
    events.publish(eventsOf(entries));
  }

  private List<FlashSaleEvent> eventsOf(List<LedgerEntry> entries) {
    Map<Long, Long> skus = new HashMap<>();
    return entries.stream()
        .map(
            entry ->
                eventOf(
                    entry,
                    skus.computeIfAbsent(
                        entry.promotionId(), id -> promotions.skuOf(id).orElse(NO_SKU))))
        .toList();
  }

  private static FlashSaleEvent eventOf(LedgerEntry entry, long skuId) {
    return new FlashSaleEvent(
        entry.eventId(),
        switch (entry.kind()) {
          case GRAB -> FlashSaleEvent.Type.GRABBED;
          case CANCEL -> FlashSaleEvent.Type.CANCELLED;
          case PAY -> FlashSaleEvent.Type.PAID;
        },
        entry.promotionId(),
        skuId,
        entry.orderId(),
        entry.pin(),
        entry.quantity(),
        null,
        entry.occurredAt());
  }
}
