package dev.storefront.fitment.sku;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.fitment.cell.FitmentChange;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.Shelf;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Tells the other cells what changed, on a thread of the scheduler: no write waits for Kafka, or
 * fails for it. What could not be published stays noted in MySQL, and is published later, as it is
 * by then; so is what the instance that wrote it left when it ended.
 */
@Component
class ShelfPublisher {

  private static final Logger log = LoggerFactory.getLogger(ShelfPublisher.class);

  /** Each some kilobytes, half a megabyte at most; what finds no room is published as repair. */
  private static final int QUEUED = 100;

  private static final int REPAIRED_AT_ONCE = 50;
  private static final int BATCHES_PER_ROUND = 20;
  private static final long REPAIR_EVERY_MILLIS = 1_000;

  private final BlockingQueue<FitmentChange> queue = new ArrayBlockingQueue<>(QUEUED);
  private final ShelfReader rows;
  private final ShelfDues dues;
  private final EventPublisher events;
  private final Clock clock;
  private long repairAt;

  ShelfPublisher(ShelfReader rows, ShelfDues dues, EventPublisher events, Clock clock) {
    this.rows = rows;
    this.dues = dues;
    this.events = events;
    this.clock = clock;
  }

  /** Has a shelf published soon, unless the other cells were told of it before. */
  void offer(ShelfState state, EncodedShelf shelf) {
    if (state.published() < state.revision()) {
      queue.offer(change(state, shelf));
    }
  }

  private FitmentChange change(ShelfState state, EncodedShelf shelf) {
    Long since = state.unpublishedSince();
    return FitmentChange.of(shelf, state.cell(), since == null ? clock.millis() : since);
  }

  /** Waits for what is offered for a second; then it looks for what was left. */
  @Scheduled(fixedDelay = 1)
  void work() {
    try {
      publish(waiting());
      if (clock.millis() >= repairAt) {
        publishDue();
        repairAt = clock.millis() + REPAIR_EVERY_MILLIS;
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.warn("Telling other cells of changes waits: {}", e.toString());
    }
  }

  private List<FitmentChange> waiting() throws InterruptedException {
    List<FitmentChange> some = new ArrayList<>();
    FitmentChange first = queue.poll(REPAIR_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    if (first != null) {
      some.add(first);
      queue.drainTo(some);
    }
    return some;
  }

  /** Goes on as long as batches are full and Kafka takes them, or until the next round. */
  private void publishDue() {
    for (int batch = 0; batch < BATCHES_PER_ROUND; batch++) {
      List<Shelf> due = dues.unpublished(REPAIRED_AT_ONCE);
      if (!publish(read(due)) || due.size() < REPAIRED_AT_ONCE) {
        return;
      }
    }
  }

  private List<FitmentChange> read(List<Shelf> shelves) {
    return shelves.stream()
        .map(rows::unpublished)
        .flatMap(Optional::stream)
        .map(reading -> change(reading.state(), reading.contents().encoded()))
        .toList();
  }

  /**
   * @return true if Kafka has taken all of it
   */
  private boolean publish(List<FitmentChange> changes) {
    Map<FitmentChange, CompletableFuture<Void>> sent = new LinkedHashMap<>();
    for (FitmentChange change : changes) {
      CompletableFuture<Void> sending = events.publish(FitmentChange.TOPIC, change.key(), change);
      sent.put(change, sending);
      if (sending.isCompletedExceptionally()) {
        // Each attempt may wait for a broker that is away; one is enough.
        break;
      }
    }
    List<FitmentChange> taken =
        sent.entrySet().stream()
            .filter(sending -> isTaken(sending.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (!taken.isEmpty()) {
      dues.published(taken);
    }
    if (taken.size() < changes.size()) {
      log.warn(
          "{} of {} changes are published later", changes.size() - taken.size(), changes.size());
    }
    return taken.size() == changes.size();
  }

  private static boolean isTaken(CompletableFuture<Void> sending) {
    try {
      sending.join();
      return true;
    } catch (CompletionException e) {
      log.debug("A change was not published", e);
      return false;
    }
  }
}
