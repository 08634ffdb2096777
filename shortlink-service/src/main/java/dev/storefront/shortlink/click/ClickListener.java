package dev.storefront.shortlink.click;

import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import io.micrometer.core.annotation.Timed;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Adds clicks up in the database, a batch of each partition in one transaction. */
@Component
class ClickListener {

  private final ClickCounts counts;
  private final EventJson json;
  private final DeadLetters deadLetters;

  ClickListener(ClickCounts counts, EventJson json, DeadLetters deadLetters) {
    this.counts = counts;
    this.json = json;
    this.deadLetters = deadLetters;
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "count-clicks"})
  @KafkaListener(
      id = "click-counts",
      groupId = "#{@namespace.group('shortlink-statistics')}",
      topics = "#{@namespace.topic('" + Clicks.TOPIC + "')}")
  void count(List<ConsumerRecord<String, byte[]>> records) {
    Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> partitions =
        records.stream()
            .collect(
                Collectors.groupingBy(
                    record -> new TopicPartition(record.topic(), record.partition())));
    partitions.forEach(this::countPartition);
  }

  private void countPartition(
      TopicPartition partition, List<ConsumerRecord<String, byte[]>> records) {
    long first = counts.nextOffset(partition);
    ClickTally tally = new ClickTally();
    for (ConsumerRecord<String, byte[]> record : records) {
      if (record.offset() >= first) {
        add(record, tally);
      }
    }
    long next = records.get(records.size() - 1).offset() + 1;
    if (next > first) {
      counts.add(partition, first, next, tally);
    }
  }

  private void add(ConsumerRecord<String, byte[]> record, ClickTally tally) {
    try {
      tally.add(json.read(record.value(), ClickEvent.class));
    } catch (MalformedEventException e) {
      deadLetters.bury(record, String.valueOf(e.getMessage()));
    }
  }
}
