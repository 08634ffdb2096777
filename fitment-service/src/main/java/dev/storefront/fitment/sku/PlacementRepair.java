package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuFitment;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Places what a write could not place itself: Redis was away, or the writer ended in between. */
@Component
class PlacementRepair {

  private static final Logger log = LoggerFactory.getLogger(PlacementRepair.class);

  private static final int BATCH = 50;
  private static final int BATCHES_PER_ROUND = 20;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final FitmentRepository fitments;
  private final UnplacedRepository unplaced;
  private final FitmentPlacer placer;

  PlacementRepair(FitmentRepository fitments, UnplacedRepository unplaced, FitmentPlacer placer) {
    this.fitments = fitments;
    this.unplaced = unplaced;
    this.placer = placer;
  }

  @Scheduled(fixedDelay = 1_000, initialDelay = 1_000)
  void repairDue() {
    try {
      int batches = 0;
      while (repairBatch() && ++batches < BATCHES_PER_ROUND) {
        // as long as batches come back full and whole
      }
    } catch (DataAccessException | TransactionException e) {
      log.warn("Repair waits for MySQL: {}", e.toString());
    }
  }

  /**
   * @return true if there may be more that can be repaired right now
   */
  private boolean repairBatch() {
    List<Long> due = unplaced.due(BATCH);
    if (due.isEmpty()) {
      return false;
    }
    // Groups first: a write in between only adds a newer version, and its own note.
    Map<Long, Set<Group>> groups = unplaced.groupsOf(due);
    List<Placing> placings =
        fitments.find(due).stream().map(f -> new Placing(f, left(f, groups))).toList();
    Map<Long, RuntimeException> failures = placer.place(placings);
    if (!failures.isEmpty()) {
      unplaced.postpone(failures.keySet(), RETRY_AFTER);
      log.warn(
          "{} of {} SKUs could not be placed, one because: {}",
          failures.size(),
          placings.size(),
          failures.values().iterator().next().toString());
    }
    return failures.isEmpty() && due.size() == BATCH;
  }

  private static Set<Group> left(SkuFitment fitment, Map<Long, Set<Group>> groups) {
    Set<Group> left = new HashSet<>(groups.getOrDefault(fitment.skuId(), Set.of()));
    left.remove(fitment.group());
    return left;
  }
}
