package dev.storefront.localstack.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The last records of a topic, of all its partitions together. Leaves no trace in Kafka. */
final class TopicEnd {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(200);

  private final String bootstrapServers;

  TopicEnd(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * The last {@code count} by their time, the newest last; those that were read if Kafka is slow.
   *
   * @throws IllegalArgumentException when there is no such topic; the message has those there are
   */
  List<ConsumerRecord<String, String>> read(String topic, int count) {
    try (Consumer<String, String> consumer = new KafkaConsumer<>(configuration(count))) {
      List<TopicPartition> partitions = partitions(consumer, topic);
      Map<TopicPartition, Long> begin = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
      consumer.assign(partitions);
      end.forEach((p, at) -> consumer.seek(p, Math.max(begin.getOrDefault(p, at), at - count)));
      List<ConsumerRecord<String, String>> records = new ArrayList<>();
      long latest = System.nanoTime() + TIMEOUT.toNanos();
      while (System.nanoTime() < latest
          && end.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(POLL).forEach(records::add);
      }
      records.sort(Comparator.comparingLong(ConsumerRecord::timestamp));
      return records.subList(Math.max(0, records.size() - count), records.size());
    }
  }

  private static List<TopicPartition> partitions(Consumer<String, String> consumer, String topic) {
    Map<String, ?> topics = consumer.listTopics();
    if (!topics.containsKey(topic)) {
      throw new IllegalArgumentException(
          "no topic '%s'; there are %s"
              .formatted(
                  topic, topics.keySet().stream().sorted().collect(Collectors.joining(", "))));
    }
    return consumer.partitionsFor(topic).stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  private Map<String, Object> configuration(int count) {
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        bootstrapServers,
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
        StringDeserializer.class,
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
        StringDeserializer.class,
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
        false,
        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
        count,
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        (int) TIMEOUT.toMillis(),
        ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        (int) TIMEOUT.toMillis() / 2);
  }

  /**
   * When, where, key, headers and value, in one line, whatever line ends and control characters
   * anyone wrote; a tombstone has no value.
   */
  static String text(ConsumerRecord<String, String> record) {
    String headers =
        StreamSupport.stream(record.headers().spliterator(), false)
            .map(h -> h.key() + "=" + (h.value() == null ? "" : new String(h.value(), UTF_8)))
            .collect(Collectors.joining(" "));
    return "%s %d:%d %s%s %s"
        .formatted(
            Instant.ofEpochMilli(record.timestamp()),
            record.partition(),
            record.offset(),
            record.key(),
            headers.isEmpty() ? "" : " [" + headers + "]",
            record.value() == null ? "(deleted)" : record.value())
        .replaceAll("\\p{Cntrl}+", " ");
  }
}
