package dev.storefront.fitment.upkeep;

import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.DoubtRuns;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.sku.ShelfUpkeep;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class UpkeepConfiguration {

  /** One for each setting of where groups lie that instances have. */
  private static final int MOST_OPEN = 100;

  /** Differences that are kept of a run; the others are only counted. */
  private static final int LISTED = 100;

  @Bean
  PlacementRuns placementRuns(ClusterRouter router, Clock clock) {
    return new PlacementRuns(router, clock);
  }

  @Bean
  Runs<UpkeepRequest, UpkeepProgress> rebuilds(
      RunFactory runs, ShelfUpkeep upkeep, PlacementRuns settings) {
    return runs.runs(kind("rebuild"), new UpkeepTask.Rebuild(upkeep, settings));
  }

  @Bean
  Runs<UpkeepRequest, UpkeepProgress> consistencyChecks(
      RunFactory runs, ShelfUpkeep upkeep, PlacementRuns settings) {
    return runs.runs(kind("consistency-check"), new UpkeepTask.Check(upkeep, settings));
  }

  @Bean
  Runs<DoubtRequest, UpkeepProgress> doubtRepairs(
      RunFactory runs,
      ShelfUpkeep upkeep,
      PlacedFitments placed,
      PlacementRuns settings,
      MeterRegistry meters) {
    return runs.runs(
        new RunKind<>(
            "redis-repair", DoubtRequest.class, UpkeepProgress.NONE, 1, MOST_OPEN, LISTED),
        new DoubtTask(upkeep, placed, settings, meters));
  }

  /**
   * Until a run has come to a shelf, checks do not believe what Redis has of it, and MySQL answers.
   * Another cell's Redis is looked through by that cell's instances, and those with other settings
   * of where groups lie have their own runs.
   */
  @Bean
  RedisFallbackListener doubtRuns(
      Runs<DoubtRequest, UpkeepProgress> doubtRepairs, ClusterRouter router, CellProperties cells) {
    String settings = router.settings();
    DoubtRuns<DoubtRequest, UpkeepProgress> runs =
        new DoubtRuns<>(
            doubtRepairs,
            doubt -> new DoubtRequest(doubt.cluster(), doubt.generation(), doubt.slots(), settings),
            "/" + UpkeepRequest.keyOf(settings),
            (doubt, progress) -> {});
    return doubt -> cells.isOwn(doubt.cluster()) && runs.isRepaired(doubt);
  }

  private static RunKind<UpkeepRequest, UpkeepProgress> kind(String name) {
    return new RunKind<>(name, UpkeepRequest.class, UpkeepProgress.NONE, 1, MOST_OPEN, LISTED);
  }
}
