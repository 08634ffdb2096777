package dev.storefront.fitment.mirror;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.fitment.cell.FitmentChange;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Where the cells are in {@code fitment-changes}, as Kafka knows it: also those that are gone. */
@Component
class CellOffsets {

  /** What comes before a cell's name in that of its consumer group. */
  static final String GROUP_PREFIX = "fitment-cell-";

  private static final Duration LONGEST_CALL = Duration.ofSeconds(1);

  private final Admin kafka;
  private final String topic;
  private final String groups;

  /**
   * @param kafka whose calls are bounded
   */
  CellOffsets(@Lazy Admin kafka, Namespace namespace) {
    this.kafka = kafka;
    this.topic = namespace.topic(FitmentChange.TOPIC);
    this.groups = namespace.group(GROUP_PREFIX);
  }

  /**
   * For each cell that ever listened, the first event of each partition that it has yet to take
   * over; a partition of which it has all is left out.
   *
   * @throws BackendUnavailableException if Kafka does not answer
   */
  Map<String, List<Backlog>> backlogs() {
    List<TopicPartition> partitions =
        await(kafka.describeTopics(List.of(topic)).allTopicNames()).values().stream()
            .flatMap(description -> description.partitions().stream())
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
    Map<TopicPartition, Long> starts = offsets(partitions, OffsetSpec.earliest());
    Map<String, List<Backlog>> backlogs = new HashMap<>();
    committed()
        .forEach(
            (group, positions) ->
                backlogs.put(
                    group.substring(groups.length()),
                    partitions.stream()
                        .map(p -> backlog(p, positions.get(p), starts, ends))
                        .filter(backlog -> backlog.events() > 0)
                        .toList()));
    return backlogs;
  }

  /** A group that has no position yet begins with the first record. */
  private static Backlog backlog(
      TopicPartition partition,
      @Nullable OffsetAndMetadata position,
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> ends) {
    long start = starts.getOrDefault(partition, 0L);
    long next = position == null ? start : Math.max(start, position.offset());
    return new Backlog(partition, next, ends.getOrDefault(partition, next) - next);
  }

  private Map<TopicPartition, Long> offsets(List<TopicPartition> partitions, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, spec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    await(kafka.listOffsets(wanted).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  private Map<String, Map<TopicPartition, OffsetAndMetadata>> committed() {
    Map<String, ListConsumerGroupOffsetsSpec> cells = new HashMap<>();
    await(kafka.listGroups().valid()).stream()
        .map(group -> group.groupId())
        .filter(group -> group.startsWith(groups))
        .forEach(group -> cells.put(group, new ListConsumerGroupOffsetsSpec()));
    return cells.isEmpty() ? Map.of() : await(kafka.listConsumerGroupOffsets(cells).all());
  }

  private static <T> T await(KafkaFuture<T> reply) {
    return Replies.await("kafka", reply.toCompletionStage(), LONGEST_CALL);
  }

  /**
   * What a cell has yet to take over of a partition.
   *
   * @param next the offset of the first of these events
   * @param events how many they are
   */
  record Backlog(TopicPartition partition, long next, long events) {}
}
