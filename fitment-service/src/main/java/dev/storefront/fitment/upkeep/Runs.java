package dev.storefront.fitment.upkeep;

import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.sku.SkuFitments;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Starts rebuilds and consistency checks, one of each at a time. */
@Component
class Runs {

  private final RunTable table;
  private final SkuFitments skus;
  private final PlacedFitments placed;

  Runs(RunTable table, SkuFitments skus, PlacedFitments placed) {
    this.table = table;
    this.skus = skus;
    this.placed = placed;
  }

  StartOutcome rebuild(@Nullable String cluster) {
    if (cluster != null && !placed.clusters().contains(cluster)) {
      return new StartOutcome.UnknownCluster(
          "No cluster that holds fitment is called '%s', there are %s."
              .formatted(cluster, placed.clusters()));
    }
    return start(Task.REBUILD, cluster, false);
  }

  StartOutcome check(boolean repair) {
    return start(Task.CONSISTENCY_CHECK, null, repair);
  }

  private StartOutcome start(Task task, @Nullable String cluster, boolean repair) {
    Optional<Run> running = table.unfinished(task, placed.settings());
    return running.isPresent()
        ? new StartOutcome.AlreadyRunning(running.get().id())
        : new StartOutcome.Started(
            table.add(task, cluster, repair, placed.settings(), skus.shelfCount()));
  }
}
