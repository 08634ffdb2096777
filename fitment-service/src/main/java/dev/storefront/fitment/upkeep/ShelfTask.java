package dev.storefront.fitment.upkeep;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfFinding;
import dev.storefront.fitment.sku.ShelfUpkeep;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** What is done with a single shelf. */
@Component
class ShelfTask {

  private static final Logger log = LoggerFactory.getLogger(ShelfTask.class);

  private final ShelfUpkeep upkeep;
  private final PlacedFitments placed;

  ShelfTask(ShelfUpkeep upkeep, PlacedFitments placed) {
    this.upkeep = upkeep;
    this.placed = placed;
  }

  /** Where groups lie for it. */
  String settings() {
    return placed.settings();
  }

  /**
   * Does it. A shelf that cannot be done is counted, so that no single one holds up a run.
   *
   * @throws DataAccessException if MySQL does not answer: none could be done then
   * @throws TransactionException if MySQL does not answer
   */
  Step step(Task task, UpkeepRequest run, Shelf shelf) {
    try {
      return switch (task) {
        case REBUILD -> Step.of(rebuild(run, shelf));
        case CONSISTENCY_CHECK -> check(run, shelf);
      };
    } catch (DataAccessException | TransactionException e) {
      throw e;
    } catch (BackendUnavailableException e) {
      return Step.of(Tally.UNREACHED);
    } catch (RuntimeException e) {
      log.warn("A {} passes over {}: {}", task.kind(), shelf, e.toString());
      return Step.of(Tally.UNREACHED);
    }
  }

  private Tally rebuild(UpkeepRequest run, Shelf shelf) {
    if (run.cluster() != null && !run.cluster().equals(placed.clusterOf(shelf.group()))) {
      return Tally.LOOKED_AT;
    }
    return switch (upkeep.rebuild(shelf)) {
      case REWRITTEN -> Tally.REWRITTEN;
      case MOVED -> Tally.MOVED;
      case UNREACHED -> Tally.UNREACHED;
    };
  }

  private Step check(UpkeepRequest run, Shelf shelf) {
    ShelfFinding finding = upkeep.inspect(shelf);
    if (finding.deviations().isEmpty()) {
      return Step.of(Tally.LOOKED_AT);
    }
    List<Difference> differences =
        finding.deviations().entrySet().stream()
            .map(found -> new Difference(shelf, found.getKey(), found.getValue()))
            .toList();
    boolean repaired = run.repair() && upkeep.repair(shelf, finding);
    return new Step(repaired ? Tally.REPAIRED : Tally.DIFFERING, differences);
  }
}
