package dev.storefront.fitment.upkeep;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfFinding;
import dev.storefront.fitment.sku.SkuFitments;
import java.util.List;
import org.springframework.stereotype.Component;

/** What is done with a single shelf. */
@Component
class ShelfTask {

  private final SkuFitments skus;
  private final PlacedFitments placed;

  ShelfTask(SkuFitments skus, PlacedFitments placed) {
    this.skus = skus;
    this.placed = placed;
  }

  /** Where groups lie for it. */
  String settings() {
    return placed.settings();
  }

  Step step(Run run, Shelf shelf) {
    return switch (run.task()) {
      case REBUILD -> Step.of(rebuild(run, shelf));
      case CONSISTENCY_CHECK -> check(run, shelf);
    };
  }

  private Tally rebuild(Run run, Shelf shelf) {
    if (run.cluster() != null && !run.cluster().equals(placed.clusterOf(shelf.group()))) {
      return Tally.LOOKED_AT;
    }
    return switch (skus.rebuild(shelf)) {
      case REWRITTEN -> Tally.REWRITTEN;
      case MOVED -> Tally.MOVED;
      case UNREACHED -> Tally.UNREACHED;
    };
  }

  private Step check(Run run, Shelf shelf) {
    try {
      ShelfFinding finding = skus.inspect(shelf);
      if (finding.deviations().isEmpty()) {
        return Step.of(Tally.LOOKED_AT);
      }
      List<Difference> differences =
          finding.deviations().entrySet().stream()
              .map(found -> new Difference(shelf, found.getKey(), found.getValue()))
              .toList();
      return new Step(run.repair() ? repair(shelf, finding) : Tally.DIFFERING, differences);
    } catch (BackendUnavailableException e) {
      return Step.of(Tally.UNREACHED);
    }
  }

  private Tally repair(Shelf shelf, ShelfFinding finding) {
    try {
      skus.repair(shelf, finding);
      return Tally.REPAIRED;
    } catch (BackendUnavailableException e) {
      return Tally.DIFFERING;
    }
  }
}
