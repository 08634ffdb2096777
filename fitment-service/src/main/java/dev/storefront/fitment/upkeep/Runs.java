package dev.storefront.fitment.upkeep;

import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.sku.SkuFitments;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Starts rebuilds and consistency checks, one of each at a time. */
@Component
class Runs {

  private final RunTable table;
  private final SkuFitments skus;
  private final PlacedFitments placed;
  private final TransactionTemplate transaction;

  Runs(RunTable table, SkuFitments skus, PlacedFitments placed, TransactionTemplate transaction) {
    this.table = table;
    this.skus = skus;
    this.placed = placed;
    this.transaction = transaction;
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
    long shelves = skus.shelfCount();
    return transaction.execute(
        status -> {
          table.lock(task);
          Optional<Run> running = table.unfinished(task, placed.settings());
          return running.isPresent()
              ? new StartOutcome.AlreadyRunning(running.get().id())
              : new StartOutcome.Started(
                  table.add(task, cluster, repair, placed.settings(), shelves));
        });
  }
}
