package dev.storefront.common.outbox;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.EventPublisher.Outgoing;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.util.RawValue;

/**
 * Events in MySQL that are to go to Kafka. What is noted in a transaction is published if, and only
 * if, the transaction commits: at least once, with one event id, in the order of the notes. One
 * instance at a time publishes, for the rows are locked meanwhile. A bean of the service, made by
 * {@link OutboxFactory}.
 */
public class Outbox {

  private static final Logger log = LoggerFactory.getLogger(Outbox.class);
  private static final int BATCH = 500;

  private final OutboxTable table;
  private final EventJson json;
  private final EventPublisher publisher;
  private final TransactionTemplate transaction;
  private final AtomicLong waiting = new AtomicLong();
  private final MeterRegistry meters;

  Outbox(
      OutboxTable table,
      EventJson json,
      EventPublisher publisher,
      PlatformTransactionManager transactions,
      MeterRegistry meters) {
    this.table = table;
    this.json = json;
    this.publisher = publisher;
    this.meters = meters;
    transaction = new TransactionTemplate(transactions);
    transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    // Rows alone are locked, no gap between or behind them: others go on noting events.
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    Gauge.builder("storefront.outbox", waiting, AtomicLong::get)
        .description("Events that wait for Kafka; 100,001 if there are more")
        .register(meters);
  }

  /**
   * Notes an event, in the caller's transaction.
   *
   * @param topic the contract's name, without namespace
   * @param key what keeps its events in order
   */
  public void add(String topic, String key, Object event) {
    addAll(topic, List.of(new Keyed(key, event)));
  }

  /**
   * An event to note.
   *
   * @param key what keeps its events in order
   */
  public record Keyed(String key, Object event) {}

  /** Notes events in this order, in the caller's transaction: many with one statement. */
  public void addAll(String topic, List<Keyed> events) {
    if (!events.isEmpty()) {
      table.insert(
          topic,
          events,
          publisher.traceparent(),
          event -> new String(json.write(event), StandardCharsets.UTF_8));
    }
  }

  /** True if more than so many events wait: who makes many of them is to wait as well. */
  public boolean hasMoreThan(int events) {
    return table.hasMoreThan(events);
  }

  /** True while an event of that topic waits. */
  public boolean hasOf(String topic) {
    return table.hasOf(topic);
  }

  /**
   * Publishes as much as waits now, in transactions of its own; those who go on adding do not keep
   * it from ending. Leaves it to others if they are at it. Fails if Kafka or MySQL is away.
   */
  public void publishAll() {
    long newest = table.newest();
    boolean more = newest > 0;
    while (more) {
      List<OutboxRow> published = transaction.execute(status -> publishOldest());
      more =
          published != null
              && !published.isEmpty()
              && published.get(published.size() - 1).id() < newest;
    }
  }

  /**
   * Publishes what waits in the caller's transaction, with its connection alone: for a caller who
   * holds a lock for which others wait with theirs. Waits for whoever is publishing. The
   * transaction is to be READ COMMITTED, and to be rolled back if this fails: then it is all
   * published again.
   */
  public void publishInTransaction() {
    List<OutboxRow> rows;
    do {
      rows = table.awaitOldest(BATCH);
      publishAndDelete(rows);
    } while (rows.size() == BATCH);
  }

  @Scheduled(fixedDelay = 500)
  void publishRegularly() {
    try {
      publishAll();
    } catch (RuntimeException e) {
      log.warn("The outbox is published later: {}", e.toString());
    } finally {
      countWaiting();
    }
  }

  private List<OutboxRow> publishOldest() {
    List<OutboxRow> rows = table.lockOldest(BATCH);
    publishAndDelete(rows);
    return rows;
  }

  /** In this order: what Kafka has not acknowledged stays. */
  private void publishAndDelete(List<OutboxRow> rows) {
    long read = System.nanoTime();
    publisher.publishInOrder(
        rows.stream()
            .map(
                row ->
                    new Outgoing(
                        row.topic(), row.recordKey(), new RawValue(row.event()), row.traceparent()))
            .toList());
    measure(rows, Duration.ofNanos(System.nanoTime() - read));
    table.delete(rows);
  }

  private void measure(List<OutboxRow> rows, Duration publishing) {
    Map<String, Timer> timers = new HashMap<>();
    for (OutboxRow row : rows) {
      Duration waited = row.waited();
      if (waited != null) {
        timers.computeIfAbsent(row.topic(), this::delay).record(waited.plus(publishing));
      }
    }
  }

  private Timer delay(String topic) {
    return Timer.builder("storefront.outbox.delay")
        .description("From noting an event until Kafka has acknowledged it")
        .tag("topic", topic)
        .register(meters);
  }

  private void countWaiting() {
    try {
      waiting.set(table.size());
    } catch (RuntimeException mysqlIsAway) {
      log.debug("The outbox cannot be counted", mysqlIsAway);
    }
  }
}
