package dev.storefront.fitment.upkeep;

import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.DoubtRuns;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.sku.ShelfUpkeep;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
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

  /**
   * Until a run has come to a shelf, checks do not believe what Redis has of it, and MySQL answers.
   * Another cell's Redis is looked through by that cell's instances, and those with other settings
   * of where groups lie have their own runs.
   */
  @Bean
  RedisFallbackListener doubtRuns(
      Runs<DoubtRequest, UpkeepProgress> doubtRepairs, PlacedFitments placed) {
    String settings = placed.settings();
    DoubtRuns<DoubtRequest, UpkeepProgress> runs =
        new DoubtRuns<>(
            doubtRepairs,
            doubt -> new DoubtRequest(doubt.cluster(), doubt.generation(), doubt.slots(), settings),
            "/" + UUID.nameUUIDFromBytes(settings.getBytes(StandardCharsets.UTF_8)),
            (doubt, progress) -> {});
    return doubt -> placed.isOwn(doubt.cluster()) && runs.isRepaired(doubt);
  }

  private static Runs<UpkeepRequest, UpkeepProgress> runs(
      Task task, RunFactory runs, ShelfTask shelves, ShelfUpkeep upkeep) {
    return runs.runs(
        new RunKind<>(task.kind(), UpkeepRequest.class, UpkeepProgress.NONE, 1, MOST_OPEN, LISTED),
        new UpkeepTask(task, shelves, upkeep));
  }
}
