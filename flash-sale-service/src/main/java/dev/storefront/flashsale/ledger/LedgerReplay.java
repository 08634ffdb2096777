package dev.storefront.flashsale.ledger;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.flashsale.horizon.LedgerHorizon;
import dev.storefront.flashsale.horizon.LedgerPositions;
import dev.storefront.flashsale.sweep.SweepLease;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes what the ledger's topic still has into MySQL once more, after MySQL lost what it had
 * committed: it says so itself, by the positions that it has, or an operator does. What is there
 * already does not change, and nobody is told again. Until all is written whoever wants to decide
 * by MySQL waits for it, as {@link LedgerHorizon} has it.
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
  private final LedgerHorizon horizon;
  private final LedgerPositions positions;
  private final TransactionTemplate transaction;
  private final SweepLease lease;
  private final Counter replayed;

  LedgerReplay(
      ConsumerFactory<?, ?> consumers,
      Namespace namespace,
      EventJson json,
      LedgerStore store,
      LedgerHorizon horizon,
      LedgerPositions positions,
      TransactionTemplate transaction,
      SweepLease lease,
      MeterRegistry meters) {
    this.consumers = consumers;
    this.namespace = namespace;
    this.json = json;
    this.store = store;
    this.horizon = horizon;
    this.positions = positions;
    this.transaction = transaction;
    this.lease = lease;
    replayed =
        Counter.builder("storefront.flashsale.ledger.replayed")
            .description("Entries of the topic that MySQL had lost, or may have, and got once more")
            .register(meters);
  }

  /** One instance looks; others may at the same time. */
  @Scheduled(fixedDelay = 2_000)
  void look() {
    try {
      if (lease.isMine()) {
        replay();
      }
    } catch (RuntimeException e) {
      log.warn("What MySQL may have lost is replayed later: {}", e.toString());
    }
  }

  private void replay() {
    LedgerPositions.Replay request = positions.replay();
    Instant asked = request.from();
    Map<Integer, Long> lost = horizon.lost();
    if (asked == null && lost.isEmpty()) {
      return;
    }
    log.error("MySQL gets the ledger once more, lost: {}, asked for from: {}", lost, asked);
    // Of no group: what the ledger's consumers have committed stays as it is.
    Map<String, Object> config = new HashMap<>(consumers.getConfigurationProperties());
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, BATCH);
    ReplaySteps steps = ReplaySteps.begin(positions, transaction);
    try (Consumer<byte[], byte[]> consumer = consumer(config)) {
      // Asked again: MySQL may have fallen back before the first step.
      Map<TopicPartition, Long> ends = replay(consumer, asked, horizon.lost(), steps);
      steps.next(() -> done(ends, request));
    } catch (KafkaException away) {
      throw new BackendUnavailableException("kafka", false, away);
    }
    log.warn("MySQL has got the ledger once more");
  }

  private void done(Map<TopicPartition, Long> ends, LedgerPositions.Replay request) {
    ends.forEach((partition, end) -> positions.reached(partition.partition(), end));
    if (request.from() != null) {
      positions.replayDone(request.number());
    }
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    var bytes = new ByteArrayDeserializer();
    return new KafkaConsumer<>(config, bytes, bytes);
  }

  /** Returns up to where each partition is written. */
  private Map<TopicPartition, Long> replay(
      Consumer<byte[], byte[]> consumer,
      @Nullable Instant asked,
      Map<Integer, Long> lost,
      ReplaySteps steps) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(namespace.topic(LedgerTopic.TOPIC)).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .filter(partition -> asked != null || lost.containsKey(partition.partition()))
            .toList();
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> starts = starts(consumer, partitions, asked, lost, ends);
    consumer.assign(partitions);
    // Payments and cancellations first: an order of which MySQL had the grab alone looks unpaid.
    // Rows do not depend on the order of their entries.
    starts.forEach(consumer::seek);
    pass(consumer, ends, entry -> entry.kind() != LedgerEntry.Kind.GRAB, false, steps);
    starts.forEach(consumer::seek);
    pass(consumer, ends, entry -> true, true, steps);
    return ends;
  }

  /** What Kafka has deleted for its age is lost. */
  private static Map<TopicPartition, Long> starts(
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      @Nullable Instant asked,
      Map<Integer, Long> lost,
      Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Long> starts = new HashMap<>(ends);
    if (asked != null) {
      consumer
          .offsetsForTimes(
              partitions.stream().collect(Collectors.toMap(p -> p, p -> asked.toEpochMilli())))
          .forEach((partition, found) -> earlier(starts, partition, found));
    }
    starts.replaceAll(
        (partition, start) ->
            Math.max(
                begins.getOrDefault(partition, 0L),
                Math.min(start, lost.getOrDefault(partition.partition(), start))));
    return starts;
  }

  private static void earlier(
      Map<TopicPartition, Long> starts,
      TopicPartition partition,
      @Nullable OffsetAndTimestamp found) {
    if (found != null) {
      starts.merge(partition, found.offset(), Math::min);
    }
  }

  private void pass(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Predicate<LedgerEntry> which,
      boolean counts,
      ReplaySteps steps) {
    long heard = System.nanoTime();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      consumer.poll(POLL).forEach(records::add);
      if (!records.isEmpty()) {
        heard = System.nanoTime();
        write(records, which, counts, steps);
      } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
        throw new KafkaException("The ledger's topic is silent");
      }
    }
  }

  private void write(
      List<ConsumerRecord<byte[], byte[]>> records,
      Predicate<LedgerEntry> which,
      boolean counts,
      ReplaySteps steps) {
    List<LedgerEntry> entries = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      try {
        entries.add(json.read(record.value(), LedgerEntry.class));
      } catch (MalformedEventException e) {
        log.warn("Left out, as the consumer did: {}-{}", record.partition(), record.offset());
      }
    }
    entries.removeIf(which.negate());
    steps.next(
        () -> {
          store.write(entries);
          if (counts) {
            positions.replayed(entries.size());
          }
        });
    if (counts) {
      replayed.increment(entries.size());
    }
  }
}
