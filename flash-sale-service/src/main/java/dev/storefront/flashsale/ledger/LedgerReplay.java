package dev.storefront.flashsale.ledger;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.kafka.TopicReader;
import dev.storefront.flashsale.barrier.LedgerPositions;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.sweep.SweepLease;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes what the ledger's topic still has into MySQL once more, after MySQL lost what it had
 * committed: it says so itself, by the positions that it has, or an operator does. What is there
 * already does not change, and nobody is told again. Until all is written whoever wants to decide
 * by MySQL waits for it, as {@link OffsetBarriers} has it.
 */
@Component
class LedgerReplay {

  private static final Logger log = LoggerFactory.getLogger(LedgerReplay.class);

  private final TopicReader topic;
  private final EventJson json;
  private final LedgerStore store;
  private final OffsetBarriers barriers;
  private final LedgerPositions positions;
  private final TransactionTemplate transaction;
  private final SweepLease lease;
  private final Counter replayed;

  LedgerReplay(
      TopicReader topic,
      EventJson json,
      LedgerStore store,
      OffsetBarriers barriers,
      LedgerPositions positions,
      TransactionTemplate transaction,
      SweepLease lease,
      MeterRegistry meters) {
    this.topic = topic;
    this.json = json;
    this.store = store;
    this.barriers = barriers;
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
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.warn("What MySQL may have lost is replayed later: {}", e.toString());
    }
  }

  private void replay() throws InterruptedException {
    LedgerPositions.Replay request = positions.replay();
    Instant asked = request.from();
    Map<Integer, Long> lost = barriers.lost();
    if (asked == null && lost.isEmpty()) {
      return;
    }
    log.error("MySQL gets the ledger once more, lost: {}, asked for from: {}", lost, asked);
    ReplaySteps steps = ReplaySteps.begin(positions, transaction);
    // Asked again: MySQL may have fallen back before the first step.
    Map<Integer, Long> starts = starts(asked, barriers.lost());
    Map<Integer, Long> ends = topic.ends(LedgerTopic.TOPIC);
    ends.keySet().retainAll(starts.keySet());
    // Payments and cancellations first: an order of which MySQL had the grab alone looks unpaid.
    // Rows do not depend on the order of their entries.
    pass(starts, ends, entry -> entry.kind() != LedgerEntry.Kind.GRAB, false, steps);
    pass(starts, ends, entry -> true, true, steps);
    steps.next(() -> done(ends, request));
    log.warn("MySQL has got the ledger once more");
  }

  private void done(Map<Integer, Long> ends, LedgerPositions.Replay request) {
    ends.forEach(positions::reached);
    if (request.from() != null) {
      positions.replayDone(request.number());
    }
  }

  /** Of the partitions to read, where each begins: of all, if somebody asked for them. */
  private Map<Integer, Long> starts(@Nullable Instant asked, Map<Integer, Long> lost) {
    Map<Integer, Long> starts =
        new HashMap<>(asked == null ? Map.of() : topic.offsetsAt(LedgerTopic.TOPIC, asked));
    lost.forEach((partition, offset) -> starts.merge(partition, offset, Math::min));
    return starts;
  }

  private void pass(
      Map<Integer, Long> starts,
      Map<Integer, Long> ends,
      Predicate<LedgerEntry> which,
      boolean counts,
      ReplaySteps steps)
      throws InterruptedException {
    topic.read(
        LedgerTopic.TOPIC, starts, ends, (records, next) -> write(records, which, counts, steps));
  }

  private void write(
      List<ConsumerRecord<String, byte[]>> records,
      Predicate<LedgerEntry> which,
      boolean counts,
      ReplaySteps steps) {
    List<LedgerEntry> entries = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : records) {
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
