package dev.storefront.shortlink.link;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.metrics.UseCase;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/**
 * Carries changes to cold storage. A batch that fails is tried again until HBase takes it, also one
 * that meets a bug of ours: what is not there is no link once Redis has forgotten it.
 */
@Component
class MappingListener {

  static final String GROUP = "shortlink-archive";

  private final LinkArchive archive;
  private final LinkIndex index;
  private final EventJson json;
  private final EventBatches batches;

  MappingListener(LinkArchive archive, LinkIndex index, EventJson json, EventBatches batches) {
    this.archive = archive;
    this.index = index;
    this.json = json;
    this.batches = batches.holdingBugs();
  }

  @UseCase("archive-links")
  @KafkaListener(
      id = "link-archive",
      groupId = "#{@namespace.group('" + GROUP + "')}",
      topics = "#{@namespace.topic('" + LinkEvents.TOPIC + "')}",
      concurrency = "2")
  void archive(List<ConsumerRecord<String, byte[]>> records) {
    batches.process(records, record -> json.read(record.value(), MappingEvent.class), this::store);
  }

  private void store(List<MappingEvent> events) {
    archive.store(events);
    index.store(events);
  }
}
