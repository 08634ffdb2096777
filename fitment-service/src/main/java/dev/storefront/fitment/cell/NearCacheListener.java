package dev.storefront.fitment.cell;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.fitment.placement.PlacedFitments;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.annotation.PartitionOffset;
import org.springframework.kafka.annotation.TopicPartition;
import org.springframework.stereotype.Component;

/**
 * Drops from this instance's near cache what others changed, in this cell or another. Every
 * instance hears every event, from when it started; it has nothing to catch up on, because what it
 * keeps it has read since, and soon expires.
 */
@Component
class NearCacheListener {

  private static final Logger log = LoggerFactory.getLogger(NearCacheListener.class);

  private final EventJson json;
  private final EventBatches batches;
  private final PlacedFitments placed;

  NearCacheListener(EventJson json, EventBatches batches, PlacedFitments placed) {
    this.json = json;
    this.batches = batches;
    this.placed = placed;
  }

  @KafkaListener(
      id = "near-cache",
      idIsGroup = false,
      batch = "true",
      properties = "auto.offset.reset=latest",
      topicPartitions =
          @TopicPartition(
              topic = "#{@namespace.topic('" + FitmentChange.TOPIC + "')}",
              partitions =
                  "0-#{${storefront.kafka.topics." + FitmentChange.TOPIC + ".partitions} - 1}",
              partitionOffsets =
                  @PartitionOffset(partition = "*", initialOffset = "0", seekPosition = "END")))
  void drop(List<ConsumerRecord<String, byte[]>> records) {
    batches.traced(records, () -> records.forEach(this::drop));
  }

  private void drop(ConsumerRecord<String, byte[]> record) {
    try {
      ShelfChanged change = json.read(record.value(), ShelfChanged.class);
      placed.changed(change.changedShelf(), change.revision(), change.anyDirectory());
    } catch (MalformedEventException e) {
      // Dead letters are left to those of whom one gets it.
      log.warn("Passed over {}-{}: {}", record.topic(), record.partition(), e.getMessage());
    }
  }
}
