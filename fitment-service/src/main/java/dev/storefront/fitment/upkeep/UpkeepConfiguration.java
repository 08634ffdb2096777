package dev.storefront.fitment.upkeep;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.sku.ShelfUpkeep;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class UpkeepConfiguration {

  /** One for each setting of where groups lie that instances have. */
  private static final int MOST_OPEN = 100;

  /** Differences that are kept of a run; the others are only counted. */
  private static final int LISTED = 100;

  @Bean
  Runs<UpkeepRequest, UpkeepProgress> rebuilds(
      RunFactory runs, ShelfTask shelves, ShelfUpkeep upkeep) {
    return runs(Task.REBUILD, runs, shelves, upkeep);
  }

  @Bean
  Runs<UpkeepRequest, UpkeepProgress> consistencyChecks(
      RunFactory runs, ShelfTask shelves, ShelfUpkeep upkeep) {
    return runs(Task.CONSISTENCY_CHECK, runs, shelves, upkeep);
  }

  @Bean
  Runs<DoubtRequest, UpkeepProgress> doubtRepairs(
      RunFactory runs, ShelfUpkeep upkeep, PlacedFitments placed, MeterRegistry meters) {
    return runs.runs(
        new RunKind<>(
            "redis-repair", DoubtRequest.class, UpkeepProgress.NONE, 1, MOST_OPEN, LISTED),
        new DoubtTask(upkeep, placed, meters));
  }

  private static Runs<UpkeepRequest, UpkeepProgress> runs(
      Task task, RunFactory runs, ShelfTask shelves, ShelfUpkeep upkeep) {
    return runs.runs(
        new RunKind<>(task.kind(), UpkeepRequest.class, UpkeepProgress.NONE, 1, MOST_OPEN, LISTED),
        new UpkeepTask(task, shelves, upkeep));
  }
}
