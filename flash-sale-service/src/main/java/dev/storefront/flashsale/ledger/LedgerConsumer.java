package dev.storefront.flashsale.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.flashsale.barrier.LedgerPositions;
import dev.storefront.flashsale.event.FlashSaleEvent;
import dev.storefront.flashsale.event.FlashSaleEvents;
import dev.storefront.flashsale.promotion.Promotions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes the ledger from Kafka into MySQL, and how far it is, then tells others. A batch that fails
 * comes again as a whole, which changes nothing where it had been written. A bug of ours puts no
 * entry aside: a recovery believes that MySQL has what has been read here. Where MySQL lacks what
 * came before, the batch waits until {@link LedgerReplay} has made up for it.
 */
@Component
class LedgerConsumer {

  private static final long NO_SKU = 0;
  private static final int MOST_SKUS = 10_000;

  /** A promotion keeps its SKU; MySQL may lose the promotion, and another one get its number. */
  private static final Duration SKU_KEPT = Duration.ofMinutes(5);

  private final LedgerStore store;
  private final FirstTimes times;
  private final LedgerPositions positions;
  private final TransactionTemplate transaction;
  private final EventJson json;
  private final EventBatches batches;
  private final FlashSaleEvents events;
  private final Promotions promotions;
  private final List<LedgerEntry.Follower> followers;
  private final Cache<Long, Long> skus =
      Caffeine.newBuilder().maximumSize(MOST_SKUS).expireAfterWrite(SKU_KEPT).build();

  LedgerConsumer(
      LedgerStore store,
      FirstTimes times,
      LedgerPositions positions,
      TransactionTemplate transaction,
      EventJson json,
      EventBatches batches,
      FlashSaleEvents events,
      Promotions promotions,
      List<LedgerEntry.Follower> followers) {
    this.store = store;
    this.times = times;
    this.positions = positions;
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
  @UseCase("write-ledger")
  void write(List<ConsumerRecord<String, byte[]>> records) {
    BatchOffsets batch = BatchOffsets.of(records);
    Map<Integer, Long> written = new HashMap<>(batch.firsts());
    batches.process(
        records,
        record ->
            new LedgerRecord(
                json.read(record.value(), LedgerEntry.class), record.partition(), record.offset()),
        some -> write(batch, some, written));
    // What could not be read is a dead letter: MySQL has all that it is to have.
    batch
        .nexts()
        .forEach((partition, next) -> advance(partition, reached(written, partition), next));
  }

  private static long reached(Map<Integer, Long> written, int partition) {
    return written.getOrDefault(partition, 0L);
  }

  private void write(BatchOffsets batch, List<LedgerRecord> some, Map<Integer, Long> written) {
    List<LedgerEntry> entries = some.stream().map(LedgerRecord::entry).toList();
    Map<Integer, Long> nexts = BatchOffsets.after(some);
    List<LedgerEntry> replaced =
        Objects.requireNonNull(
            transaction.execute(
                status -> {
                  List<LedgerEntry> cancelled = store.write(entries);
                  nexts.forEach(
                      (partition, next) -> advance(partition, batch.firstOf(partition), next));
                  return cancelled;
                }));
    written.putAll(nexts);
    followers.forEach(follower -> follower.stored(entries));
    followers.forEach(follower -> follower.replaced(replaced));
    events.publish(eventsOf(times.of(inOrder(entries, replaced))));
  }

  /** An attempt's cancellation comes after what came of it, and before what comes of later ones. */
  private static List<LedgerEntry> inOrder(List<LedgerEntry> entries, List<LedgerEntry> replaced) {
    List<LedgerEntry> all = new ArrayList<>(entries);
    for (LedgerEntry cancelled : replaced) {
      int place = all.size();
      while (place > 0 && !all.get(place - 1).isOfAttemptOf(cancelled)) {
        place--;
      }
      all.add(place, cancelled);
    }
    return all;
  }

  private void advance(int partition, long first, long next) {
    if (first < next && !positions.advance(partition, first, next)) {
      throw new BackendUnavailableException(
          "ledger", false, new IllegalStateException("MySQL lacks what came before " + first));
    }
  }

  private List<FlashSaleEvent> eventsOf(List<LedgerEntry> entries) {
    return entries.stream().map(entry -> eventOf(entry, skuOf(entry.promotionId()))).toList();
  }

  private long skuOf(long promotionId) {
    Long known = skus.getIfPresent(promotionId);
    if (known != null) {
      return known;
    }
    // Not in the cache's turn: it would hold a monitor while MySQL is asked.
    Optional<Long> sku = promotions.skuOf(promotionId);
    sku.ifPresent(found -> skus.put(promotionId, found));
    return sku.orElse(NO_SKU);
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
