package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.kafka.core.ConsumerFactory;

/**
 * Reads what a topic already has, from some place to its ends, beside all consumers of it: nothing
 * is committed. Places are offsets by partition, so that who reads may keep them and go on later.
 * Calls wait for Kafka, and fail with {@link BackendUnavailableException} if it does not answer.
 */
public final class TopicReader {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration SILENCE = Duration.ofSeconds(15);
  private static final int BATCH = 1_000;
  private static final int CALL_MILLIS = 15_000;

  private final ConsumerFactory<?, ?> consumers;
  private final Namespace namespace;

  TopicReader(ConsumerFactory<?, ?> consumers, Namespace namespace) {
    this.consumers = consumers;
    this.namespace = namespace;
  }

  /** What is done with some of the records. */
  @FunctionalInterface
  public interface Work {

    /**
     * @param records some at a time, each partition's in order
     * @param next where each partition goes on after them
     */
    void accept(List<ConsumerRecord<String, byte[]>> records, Map<Integer, Long> next)
        throws InterruptedException;
  }

  /**
   * Where each partition's first record is that has this time or a later one, its end if there is
   * none. Times are those that producers gave to their records: whoever must miss nothing asks for
   * an earlier one.
   *
   * @param topic the contract's name, without namespace
   */
  public Map<Integer, Long> offsetsAt(String topic, Instant time) {
    return ask(
        topic, Map.of(), (consumer, partitions) -> byNumber(offsetsAt(consumer, partitions, time)));
  }

  private static Map<TopicPartition, Long> offsetsAt(
      Consumer<?, ?> consumer, List<TopicPartition> partitions, Instant time) {
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, time.toEpochMilli()));
    Map<TopicPartition, Long> found = new HashMap<>(consumer.endOffsets(partitions));
    consumer
        .offsetsForTimes(times)
        .forEach(
            (partition, offset) -> {
              if (offset != null) {
                found.put(partition, offset.offset());
              }
            });
    return found;
  }

  /** Where each partition ends now: what has been acknowledged lies before. */
  public Map<Integer, Long> ends(String topic) {
    return ask(
        topic, Map.of(), (consumer, partitions) -> byNumber(consumer.endOffsets(partitions)));
  }

  /**
   * Up to where a group has taken each partition; without those of which it has taken nothing.
   *
   * @param group the group's id without namespace
   */
  public Map<Integer, Long> committed(String topic, String group) {
    return ask(
        topic, ofGroup(group), (consumer, partitions) -> byNumber(committed(consumer, partitions)));
  }

  /**
   * True if a group has taken all records that a topic had at a time: those before the first one of
   * that time or a later one.
   *
   * @param group the group's id without namespace
   */
  public boolean hasTaken(String topic, String group, Instant time) {
    return ask(
        topic,
        ofGroup(group),
        (consumer, partitions) ->
            hasTaken(consumer, partitions, byNumber(offsetsAt(consumer, partitions, time))));
  }

  /**
   * True if a group has taken all that lies before some offsets and that the topic still has.
   *
   * @param group the group's id without namespace
   * @param offsets by partition, as {@link #ends} has them
   */
  public boolean hasTaken(String topic, String group, Map<Integer, Long> offsets) {
    return ask(
        topic, ofGroup(group), (consumer, partitions) -> hasTaken(consumer, partitions, offsets));
  }

  private static boolean hasTaken(
      Consumer<?, ?> consumer, List<TopicPartition> partitions, Map<Integer, Long> offsets) {
    Map<Integer, Long> next = byNumber(consumer.beginningOffsets(partitions));
    byNumber(committed(consumer, partitions)).forEach((n, at) -> next.merge(n, at, Math::max));
    return offsets.entrySet().stream()
        .allMatch(wanted -> next.getOrDefault(wanted.getKey(), 0L) >= wanted.getValue());
  }

  private Map<String, Object> ofGroup(String group) {
    return Map.of(ConsumerConfig.GROUP_ID_CONFIG, namespace.group(group));
  }

  private static Map<TopicPartition, Long> committed(
      Consumer<?, ?> consumer, List<TopicPartition> partitions) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    consumer
        .committed(Set.copyOf(partitions))
        .forEach(
            (partition, offset) -> {
              if (offset != null) {
                offsets.put(partition, offset.offset());
              }
            });
    return offsets;
  }

  /**
   * Reads each partition between two places. May be repeated.
   *
   * @param from where to begin; at its first record where it names none. Records that the topic
   *     does not keep any more are passed over
   * @param ends where to end, as {@link #ends} has them
   * @param work what it throws ends the reading
   */
  public void read(String topic, Map<Integer, Long> from, Map<Integer, Long> ends, Work work)
      throws InterruptedException {
    try (Consumer<String, byte[]> consumer = consumer(Map.of())) {
      List<TopicPartition> partitions =
          ends.keySet().stream().map(n -> new TopicPartition(namespace.topic(topic), n)).toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions);
      Map<Integer, Long> next = new TreeMap<>();
      for (TopicPartition partition : partitions) {
        long begin = first.getOrDefault(partition, 0L);
        begin = Math.max(begin, from.getOrDefault(partition.partition(), begin));
        consumer.seek(partition, begin);
        next.put(partition.partition(), begin);
      }
      read(consumer, next, ends, work);
    } catch (InterruptException e) {
      throw (InterruptedException) new InterruptedException("Reading " + topic).initCause(e);
    } catch (KafkaException away) {
      throw new BackendUnavailableException("kafka", false, away);
    }
  }

  private static void read(
      Consumer<String, byte[]> consumer,
      Map<Integer, Long> next,
      Map<Integer, Long> ends,
      Work work)
      throws InterruptedException {
    long heard = System.nanoTime();
    while (ends.entrySet().stream()
        .anyMatch(end -> next.getOrDefault(end.getKey(), 0L) < end.getValue())) {
      List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < ends.getOrDefault(record.partition(), 0L)) {
          records.add(record);
        }
      }
      boolean moved = false;
      for (TopicPartition partition : consumer.assignment()) {
        // Not the last record's: behind it may lie what only marks the end of a transaction.
        Long before = next.put(partition.partition(), consumer.position(partition));
        moved |= before == null || before < consumer.position(partition);
      }
      if (moved) {
        work.accept(records, Map.copyOf(next));
        // The time of the work is not Kafka's silence.
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
        throw new KafkaException("The topic is silent");
      }
    }
  }

  private interface Question<T> {
    T ask(Consumer<String, byte[]> consumer, List<TopicPartition> partitions);
  }

  private <T> T ask(String topic, Map<String, Object> settings, Question<T> question) {
    try (Consumer<String, byte[]> consumer = consumer(settings)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(namespace.topic(topic)).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions); // or it warns of each that it is not assigned
      return question.ask(consumer, partitions);
    } catch (KafkaException away) {
      throw new BackendUnavailableException("kafka", false, away);
    }
  }

  private static Map<Integer, Long> byNumber(Map<TopicPartition, Long> offsets) {
    Map<Integer, Long> byNumber = new TreeMap<>();
    offsets.forEach((partition, offset) -> byNumber.put(partition.partition(), offset));
    return byNumber;
  }

  /** Of no group, unless one is set, and joins none: what was committed stays as it is. */
  private Consumer<String, byte[]> consumer(Map<String, Object> settings) {
    Map<String, Object> config = new HashMap<>(consumers.getConfigurationProperties());
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, BATCH);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
    config.putAll(settings);
    return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
  }
}
