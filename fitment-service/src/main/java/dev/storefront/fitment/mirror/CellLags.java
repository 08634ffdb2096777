package dev.storefront.fitment.mirror;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.fitment.cell.FitmentChange;
import dev.storefront.fitment.mirror.CellOffsets.Backlog;
import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.sku.ShelfUpkeep;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.stereotype.Component;

/**
 * How far the cells are behind, measured when somebody asks, at most once a second: {@code
 * storefront.fitment.cell.lag} for this cell and those that it can read, and {@code
 * storefront.fitment.unpublished}. Both are seconds, and not a number while nobody can tell.
 */
@Component
class CellLags {

  private static final Logger log = LoggerFactory.getLogger(CellLags.class);

  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);
  private static final Duration POLL = Duration.ofMillis(200);

  private final CellOffsets offsets;
  private final ConsumerFactory<String, byte[]> consumers;
  private final EventJson json;
  private final ShelfUpkeep shelves;
  private final Clock clock;

  /** No monitor: a virtual thread that waits for Kafka would hold its carrier. */
  private final Lock measuring = new ReentrantLock();

  private Instant measuredAt = Instant.EPOCH;
  private Map<String, CellLag> measured = Map.of();

  CellLags(
      CellOffsets offsets,
      ConsumerFactory<String, byte[]> consumers,
      EventJson json,
      ShelfUpkeep shelves,
      Clock clock,
      CellProperties cells,
      MeterRegistry meters) {
    this.offsets = offsets;
    this.consumers = consumers;
    this.json = json;
    this.shelves = shelves;
    this.clock = clock;
    Set<String> names = new HashSet<>(cells.cells().keySet());
    names.add(cells.cell());
    names.forEach(
        cell ->
            Gauge.builder(
                    "storefront.fitment.cell.lag",
                    () ->
                        Optional.ofNullable(now().get(cell))
                            .map(lag -> seconds(lag.age()))
                            .orElse(Double.NaN))
                .description("Age of the oldest published change that the cell does not have yet")
                .baseUnit("seconds")
                .tag("cell", cell)
                .register(meters));
    Gauge.builder(
            "storefront.fitment.unpublished",
            () -> unpublished().map(CellLags::seconds).orElse(Double.NaN))
        .description("Age of the oldest change that other cells were not told of yet")
        .baseUnit("seconds")
        .register(meters);
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }

  /** By the cell's name, those that ever listened; none while Kafka does not answer. */
  Map<String, CellLag> now() {
    measuring.lock();
    try {
      if (measuredAt.plus(FRESH).isBefore(clock.instant())) {
        measured = measureOrNone();
        measuredAt = clock.instant();
      }
      return measured;
    } finally {
      measuring.unlock();
    }
  }

  private Map<String, CellLag> measureOrNone() {
    try {
      return measure();
    } catch (BackendUnavailableException | KafkaException e) {
      log.debug("How far cells are behind is not known", e);
      return Map.of();
    }
  }

  /** How old the oldest change is that no other cell was told of; empty while nobody can tell. */
  Optional<Duration> unpublished() {
    try {
      return Optional.of(shelves.unpublishedSince().map(this::age).orElse(Duration.ZERO));
    } catch (DataAccessException e) {
      log.debug("What is not published is not known", e);
      return Optional.empty();
    }
  }

  private Duration age(Instant since) {
    Duration age = Duration.between(since, clock.instant());
    return age.isNegative() ? Duration.ZERO : age;
  }

  private Map<String, CellLag> measure() {
    Map<String, CellLag> lags = new HashMap<>();
    offsets
        .backlogs()
        .forEach(
            (cell, backlogs) -> lags.put(cell, backlogs.isEmpty() ? CellLag.NONE : lag(backlogs)));
    return Map.copyOf(lags);
  }

  private CellLag lag(List<Backlog> backlogs) {
    long events = backlogs.stream().mapToLong(Backlog::events).sum();
    return new CellLag(events, age(oldest(backlogs)));
  }

  /** When the oldest of the first events was written. */
  private Instant oldest(List<Backlog> backlogs) {
    Properties oneByOne = new Properties();
    oneByOne.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "1");
    try (Consumer<String, byte[]> consumer =
        consumers.createConsumer(null, "cell-lag", null, oneByOne)) {
      Set<TopicPartition> open = new HashSet<>();
      backlogs.forEach(backlog -> open.add(backlog.partition()));
      consumer.assign(open);
      backlogs.forEach(backlog -> consumer.seek(backlog.partition(), backlog.next()));
      Instant deadline = clock.instant().plus(LONGEST_LOOK);
      Instant oldest = clock.instant();
      while (!open.isEmpty() && clock.instant().isBefore(deadline)) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          TopicPartition partition = new TopicPartition(record.topic(), record.partition());
          if (open.remove(partition)) {
            consumer.pause(List.of(partition));
            Instant written = writtenAt(record);
            oldest = written.isBefore(oldest) ? written : oldest;
          }
        }
      }
      return oldest;
    }
  }

  private Instant writtenAt(ConsumerRecord<String, byte[]> record) {
    try {
      return Instant.ofEpochMilli(json.read(record.value(), FitmentChange.class).writtenAt());
    } catch (MalformedEventException e) {
      return Instant.ofEpochMilli(record.timestamp());
    }
  }
}
