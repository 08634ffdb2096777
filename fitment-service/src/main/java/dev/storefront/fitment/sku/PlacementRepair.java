package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Shelf;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Places what a write could not place itself (Redis was away, or the writer ended in between), and
 * restores what Redis lost.
 */
@Component
class PlacementRepair {

  private static final Logger log = LoggerFactory.getLogger(PlacementRepair.class);

  private static final int BATCH = 50;
  private static final int BATCHES_PER_ROUND = 20;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final ShelfDues dues;
  private final LeftShelves left;
  private final LostShelves lost;
  private final ShelfPlacer placer;

  PlacementRepair(ShelfDues dues, LeftShelves left, LostShelves lost, ShelfPlacer placer) {
    this.dues = dues;
    this.left = left;
    this.lost = lost;
    this.placer = placer;
  }

  @Scheduled(fixedDelay = 1_000, initialDelay = 1_000)
  void placeDue() {
    try {
      dues.takeOver(BATCH);
      int batches = 0;
      while (placeBatch() && ++batches < BATCHES_PER_ROUND) {
        // as long as batches come back full and whole
      }
    } catch (DataAccessException | TransactionException e) {
      log.warn("Repair waits for MySQL: {}", e.toString());
    }
  }

  @Scheduled(fixedDelay = 200, initialDelay = 1_000)
  void restoreLost() {
    List<Shelf> some = lost.take(BATCH);
    if (!some.isEmpty()) {
      // One that fails is noted again by the next reader that misses it.
      Rewritten restored = placer.restore(some);
      if (restored.done() + restored.failed() > 0) {
        log.info("Restored {} shelves in Redis, {} failed", restored.done(), restored.failed());
      }
    }
  }

  /**
   * @return true if there may be more that can be placed right now
   */
  private boolean placeBatch() {
    List<Shelf> due = dues.due(BATCH);
    Map<Shelf, RuntimeException> failures = placer.place(due);
    due.stream().filter(shelf -> !failures.containsKey(shelf)).forEach(left::forget);
    if (!failures.isEmpty()) {
      dues.postpone(failures.keySet(), RETRY_AFTER);
      log.warn(
          "{} of {} shelves could not be placed, one because: {}",
          failures.size(),
          due.size(),
          failures.values().iterator().next().toString());
    }
    return failures.isEmpty() && due.size() == BATCH;
  }
}
