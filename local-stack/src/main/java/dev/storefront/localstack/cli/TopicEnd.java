package dev.storefront.localstack.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final int FARTHER = 10;

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
      Map<Integer, PartitionEnd> ends = new HashMap<>();
      List<TopicPartition> partitions = partitions(consumer, topic);
      Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
      consumer
          .beginningOffsets(partitions)
          .forEach(
              (p, begin) ->
                  ends.put(
                      p.partition(),
                      new PartitionEnd(p, begin, end.getOrDefault(p, begin), count)));
      long latest = System.nanoTime() + TIMEOUT.toNanos();
      List<PartitionEnd> lacking = List.copyOf(ends.values());
      // Compaction leaves holes: a partition in which there are too few is read from farther back.
      for (long back = count; !lacking.isEmpty() && System.nanoTime() < latest; back *= FARTHER) {
        long reach = back;
        consumer.assign(lacking.stream().map(PartitionEnd::partition).toList());
        lacking.forEach(part -> consumer.seek(part.partition(), part.from(reach)));
        while (lacking.stream().anyMatch(part -> part.isBefore(consumer))
            && System.nanoTime() < latest) {
          for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
            Objects.requireNonNull(ends.get(record.partition())).add(record);
          }
        }
        lacking.forEach(part -> part.endRound(consumer));
        lacking = lacking.stream().filter(part -> part.lacks(reach)).toList();
      }
      return newest(ends.values().stream().flatMap(PartitionEnd::records).toList(), count);
    }
  }

  /** The last records of one partition. */
  private static final class PartitionEnd {

    private final TopicPartition partition;
    private final long begin;
    private final long end;
    private final int count;
    private Deque<ConsumerRecord<String, String>> last = new ArrayDeque<>();
    private Deque<ConsumerRecord<String, String>> before = new ArrayDeque<>();

    PartitionEnd(TopicPartition partition, long begin, long end, int count) {
      this.partition = partition;
      this.begin = begin;
      this.end = end;
      this.count = count;
    }

    TopicPartition partition() {
      return partition;
    }

    Stream<ConsumerRecord<String, String>> records() {
      return last.stream();
    }

    /** Begins anew, so many offsets before the end. */
    long from(long back) {
      before = last;
      last = new ArrayDeque<>();
      return Math.max(begin, end - back);
    }

    boolean isBefore(Consumer<String, String> consumer) {
      return consumer.position(partition) < end;
    }

    /** If this time its end was not reached, those of the time before are later ones. */
    void endRound(Consumer<String, String> consumer) {
      if (isBefore(consumer) && !before.isEmpty()) {
        last = before;
      }
    }

    void add(ConsumerRecord<String, String> record) {
      last.add(record);
      if (last.size() > count) {
        last.remove();
      }
    }

    /** True if there are more farther back, and too few after that. */
    boolean lacks(long back) {
      return last.size() < count && end - back > begin;
    }
  }

  private static List<ConsumerRecord<String, String>> newest(
      List<ConsumerRecord<String, String>> records, int count) {
    return records.stream()
        .sorted(Comparator.comparingLong(ConsumerRecord::timestamp))
        .skip(Math.max(0, records.size() - count))
        .toList();
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
        .replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ");
  }
}
