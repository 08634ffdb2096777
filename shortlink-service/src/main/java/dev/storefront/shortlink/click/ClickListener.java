package dev.storefront.shortlink.click;

import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.metrics.UseCase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Adds clicks up in the database, a batch of each partition in one transaction. The database knows
 * how far it came, so that a record delivered twice counts once, and so does a click that was sent
 * twice. Where it came further than the partition goes, Kafka lost its data: counting starts anew
 * and {@code storefront.shortlink.clicks.restarted} says so.
 */
@Component
class ClickListener {

  private static final Logger log = LoggerFactory.getLogger(ClickListener.class);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

  private final ClickCounts counts;
  private final UniqueVisitors visitors;
  private final EventJson json;
  private final EventBatches batches;
  private final DeadLetters deadLetters;
  private final Counter restarted;

  ClickListener(
      ClickCounts counts,
      UniqueVisitors visitors,
      EventJson json,
      EventBatches batches,
      DeadLetters deadLetters,
      MeterRegistry meters) {
    this.counts = counts;
    this.visitors = visitors;
    this.json = json;
    this.batches = batches;
    this.deadLetters = deadLetters;
    this.restarted = meters.counter("storefront.shortlink.clicks.restarted");
  }

  @UseCase("count-clicks")
  @KafkaListener(
      id = "click-counts",
      groupId = "#{@namespace.group('shortlink-statistics')}",
      topics = "#{@namespace.topic('" + Clicks.TOPIC + "')}")
  void count(List<ConsumerRecord<String, byte[]>> records, Consumer<?, ?> consumer) {
    Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> partitions =
        records.stream()
            .collect(
                Collectors.groupingBy(
                    record -> new TopicPartition(record.topic(), record.partition())));
    // Not worked off by EventBatches itself: one transaction counts a partition's batch.
    batches.traced(
        records,
        () -> partitions.forEach((partition, batch) -> countPartition(partition, batch, consumer)));
  }

  private void countPartition(
      TopicPartition partition,
      List<ConsumerRecord<String, byte[]>> records,
      Consumer<?, ?> consumer) {
    ClickCounts.Counted before = counts.counted(partition);
    long counted = before.nextOffset();
    boolean startsAnew =
        records.get(0).offset() < counted && isCutOff(partition, counted, consumer);
    long first = startsAnew ? 0 : counted;
    ClickTally tally = new ClickTally(before.latest());
    for (ConsumerRecord<String, byte[]> record : records) {
      if (record.offset() >= first) {
        add(record, tally);
      }
    }
    long next = records.get(records.size() - 1).offset() + 1;
    if (next > first) {
      visitors.add(tally.visitors());
      counts.add(partition, counted, next, tally);
    }
  }

  /** True if the partition ends before what was counted of it. */
  private boolean isCutOff(TopicPartition partition, long counted, Consumer<?, ?> consumer) {
    long end =
        consumer.endOffsets(Set.of(partition), LONGEST_LOOK).getOrDefault(partition, counted);
    if (end >= counted) {
      return false;
    }
    restarted.increment();
    log.warn(
        "{} ends at {}, but was counted up to {}: its data was lost. Counting starts anew",
        partition,
        end,
        counted);
    return true;
  }

  private void add(ConsumerRecord<String, byte[]> record, ClickTally tally) {
    try {
      tally.add(json.read(record.value(), ClickEvent.class));
    } catch (MalformedEventException e) {
      deadLetters.bury(record, String.valueOf(e.getMessage()));
    }
  }
}
