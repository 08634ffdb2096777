package dev.storefront.shortlink.repair;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.shortlink.link.LinkRepair;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.stereotype.Component;

/** How far cold storage has taken the changes that Kafka has. Calls wait for Kafka. */
@Component
class ArchiveOffsets {

  private static final long TIMEOUT_SECONDS = 15;

  /** Otherwise it waits for calls that Kafka does not answer. */
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

  private final KafkaAdmin admin;
  private final String topic;
  private final String group;

  ArchiveOffsets(KafkaAdmin admin, Namespace namespace) {
    this.admin = admin;
    topic = namespace.topic(LinkRepair.TOPIC);
    group = namespace.group(LinkRepair.GROUP);
  }

  /** Where each partition ends now: what has been acknowledged lies before. */
  Map<Integer, Long> ends() {
    Admin kafka = Admin.create(admin.getConfigurationProperties());
    try {
      List<TopicPartition> partitions =
          await(kafka.describeTopics(List.of(topic)).allTopicNames()).values().stream()
              .flatMap(found -> found.partitions().stream())
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      return offsets(kafka, partitions, OffsetSpec.latest());
    } finally {
      kafka.close(CLOSE_WITHIN);
    }
  }

  /** True if cold storage has all that lies before these offsets and that Kafka still has. */
  boolean hasTaken(Map<Integer, Long> ends) {
    Admin kafka = Admin.create(admin.getConfigurationProperties());
    try {
      Map<TopicPartition, OffsetAndMetadata> taken =
          await(kafka.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
      List<TopicPartition> behind =
          ends.keySet().stream()
              .map(partition -> new TopicPartition(topic, partition))
              .filter(
                  partition -> {
                    OffsetAndMetadata at = taken.get(partition);
                    return (at == null ? 0 : at.offset()) < end(ends, partition.partition());
                  })
              .toList();
      return offsets(kafka, behind, OffsetSpec.earliest()).entrySet().stream()
          .allMatch(begin -> begin.getValue() >= end(ends, begin.getKey()));
    } finally {
      kafka.close(CLOSE_WITHIN);
    }
  }

  private static long end(Map<Integer, Long> ends, int partition) {
    return ends.getOrDefault(partition, 0L);
  }

  private static Map<Integer, Long> offsets(
      Admin kafka, List<TopicPartition> partitions, OffsetSpec which) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, which));
    Map<Integer, Long> offsets = new HashMap<>();
    await(kafka.listOffsets(wanted).all())
        .forEach((partition, at) -> offsets.put(partition.partition(), at.offset()));
    return offsets;
  }

  private static <T> T await(KafkaFuture<T> reply) {
    try {
      return reply.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendUnavailableException("kafka", false, e);
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw new BackendUnavailableException("kafka", false, e);
    }
  }
}
