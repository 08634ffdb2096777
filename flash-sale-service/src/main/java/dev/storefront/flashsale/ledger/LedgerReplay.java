package dev.storefront.flashsale.ledger;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.namespace.Namespace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes what the ledger's topic still has into MySQL once more, after MySQL lost what it had
 * committed: the consumer has long gone on. What is there already does not change, and nobody is
 * told again.
 */
@Component
class LedgerReplay {

  private static final Logger log = LoggerFactory.getLogger(LedgerReplay.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration SILENCE = Duration.ofSeconds(15);
  private static final int BATCH = 1_000;

  private final ConsumerFactory<?, ?> consumers;
  private final Namespace namespace;
  private final EventJson json;
  private final LedgerStore store;
  private final TransactionTemplate transaction;

  LedgerReplay(
      ConsumerFactory<?, ?> consumers,
      Namespace namespace,
      EventJson json,
      LedgerStore store,
      TransactionTemplate transaction) {
    this.consumers = consumers;
    this.namespace = namespace;
    this.json = json;
    this.store = store;
    this.transaction = transaction;
  }

  /**
   * Writes all entries that the topic got from an instant on until now. May be repeated.
   *
   * @param progress is told after each batch how many entries it had; what it throws ends the
   *     replay
   * @throws BackendUnavailableException if Kafka does not answer
   */
  void replay(Instant from, LongConsumer progress) {
    // Of no group: what the ledger's consumers have committed stays as it is.
    Map<String, Object> config = new HashMap<>(consumers.getConfigurationProperties());
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, BATCH);
    try (Consumer<byte[], byte[]> consumer = consumer(config)) {
      replay(consumer, from, progress);
    } catch (KafkaException away) {
      throw new BackendUnavailableException("kafka", false, away);
    }
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    var bytes = new ByteArrayDeserializer();
    return new KafkaConsumer<>(config, bytes, bytes);
  }

  private void replay(Consumer<byte[], byte[]> consumer, Instant from, LongConsumer progress) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(namespace.topic(LedgerTopic.TOPIC)).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    consumer.assign(partitions);
    // Payments and cancellations first: an old order of which MySQL had the grab alone would be
    // released as unpaid meanwhile. Rows do not depend on the order of their entries.
    seek(consumer, partitions, from, ends);
    pass(
        consumer, ends, entry -> entry.kind() != LedgerEntry.Kind.GRAB, read -> progress.accept(0));
    seek(consumer, partitions, from, ends);
    pass(consumer, ends, entry -> true, progress);
  }

  private void pass(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Predicate<LedgerEntry> which,
      LongConsumer progress) {
    long heard = System.nanoTime();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      consumer.poll(POLL).forEach(records::add);
      if (!records.isEmpty()) {
        heard = System.nanoTime();
        write(records, which);
        progress.accept(records.size());
      } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
        throw new KafkaException("The ledger's topic is silent");
      }
    }
  }

  private static void seek(
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      Instant from,
      Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> since =
        partitions.stream().collect(Collectors.toMap(p -> p, p -> from.toEpochMilli()));
    consumer
        .offsetsForTimes(since)
        .forEach(
            (partition, found) ->
                consumer.seek(
                    partition, found == null ? ends.getOrDefault(partition, 0L) : found.offset()));
  }

  private void write(List<ConsumerRecord<byte[], byte[]>> records, Predicate<LedgerEntry> which) {
    List<LedgerEntry> entries = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      try {
        entries.add(json.read(record.value(), LedgerEntry.class));
      } catch (MalformedEventException e) {
        log.warn("Left out, as the consumer did: {}-{}", record.partition(), record.offset());
      }
    }
    entries.removeIf(which.negate());
    if (!entries.isEmpty()) {
      transaction.executeWithoutResult(status -> store.write(entries));
    }
  }
}
