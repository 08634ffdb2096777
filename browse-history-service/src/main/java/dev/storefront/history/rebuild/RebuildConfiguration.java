package dev.storefront.history.rebuild;

import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.DoubtRuns;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RebuildConfiguration {

  /** One of an operator, and one for each doubt. */
  private static final int MOST_OPEN = 100;

  /** Users of other slots need not wait for those of the first. */
  private static final int AT_A_TIME = 4;

  @Bean
  Runs<RebuildRequest, RebuildProgress> historyRebuilds(RunFactory runs, RebuildTask task) {
    return runs.runs(
        new RunKind<>(
            "history-rebuild",
            RebuildRequest.class,
            RebuildProgress.START,
            AT_A_TIME,
            MOST_OPEN,
            0),
        task);
  }

  /** Until its run has ended, nothing of the users concerned shows. */
  @Bean
  RedisFallbackListener doubtRuns(Runs<RebuildRequest, RebuildProgress> historyRebuilds) {
    return new DoubtRuns<>(
        historyRebuilds, doubt -> RebuildRequest.of(doubt.slots(), doubt.since().toEpochMilli()));
  }
}
