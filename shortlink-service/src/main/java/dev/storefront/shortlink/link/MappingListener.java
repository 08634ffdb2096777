package dev.storefront.shortlink.link;

import dev.storefront.common.kafka.DeadLetters;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import io.micrometer.core.annotation.Timed;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Carries changes to cold storage. A batch that fails is tried again until HBase takes it. */
@Component
class MappingListener {

  private final LinkArchive archive;
  private final EventJson json;
  private final DeadLetters deadLetters;

  MappingListener(LinkArchive archive, EventJson json, DeadLetters deadLetters) {
    this.archive = archive;
    this.json = json;
    this.deadLetters = deadLetters;
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "archive-links"})
  @KafkaListener(
      id = "link-archive",
      groupId = "#{@namespace.group('shortlink-archive')}",
      topics = "#{@namespace.topic('" + LinkEvents.TOPIC + "')}",
      concurrency = "2")
  void archive(List<ConsumerRecord<String, byte[]>> records) {
    List<MappingEvent> events = new ArrayList<>(records.size());
    for (ConsumerRecord<String, byte[]> record : records) {
      try {
        events.add(json.read(record.value(), MappingEvent.class));
      } catch (MalformedEventException e) {
        deadLetters.bury(record, String.valueOf(e.getMessage()));
      }
    }
    if (!events.isEmpty()) {
      archive.store(events);
    }
  }
}
