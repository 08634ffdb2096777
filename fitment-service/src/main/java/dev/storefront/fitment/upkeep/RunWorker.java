package dev.storefront.fitment.upkeep;

import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.SkuFitments;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Works through runs, shelf by shelf. How far one is stands in MySQL, so that this or another
 * instance goes on with it after a crash; a shelf that is done twice comes out the same.
 */
@Component
class RunWorker {

  private static final Logger log = LoggerFactory.getLogger(RunWorker.class);

  private static final int BATCH = 50;

  /** Then other tasks have their turn, and progress is saved. */
  private static final Duration SLICE = Duration.ofSeconds(2);

  private final RunTable runs;
  private final SkuFitments skus;
  private final ShelfTask task;
  private final Clock clock;
  private final String owner = UUID.randomUUID().toString();

  RunWorker(RunTable runs, SkuFitments skus, ShelfTask task, Clock clock) {
    this.runs = runs;
    this.skus = skus;
    this.task = task;
    this.clock = clock;
  }

  @Scheduled(fixedDelay = 300, initialDelay = 1_000)
  void work() {
    try {
      runs.claim(owner, task.settings()).ifPresent(this::workOn);
    } catch (DataAccessException | TransactionException e) {
      log.warn("Rebuilds and consistency checks wait for MySQL: {}", e.toString());
    }
  }

  private void workOn(Run run) {
    long deadline = clock.millis() + SLICE.toMillis();
    Run now = run;
    List<Difference> found = new ArrayList<>();
    List<Shelf> batch = skus.shelvesAfter(now.last(), BATCH);
    while (!batch.isEmpty() && clock.millis() < deadline) {
      for (Shelf shelf : batch) {
        Step step = task.step(now, shelf);
        now = now.after(shelf, step.tally());
        found.addAll(step.differences());
        if (clock.millis() >= deadline) {
          break;
        }
      }
      batch = skus.shelvesAfter(now.last(), BATCH);
    }
    if (batch.isEmpty()) {
      now = now.finished(clock.instant());
      log.info("{} {} is done: {}", now.task(), now.id(), now.tally());
    }
    runs.save(now, found, owner);
  }
}
