package dev.storefront.usertag.rebuild;

import dev.storefront.common.redis.RedisFallbackListener;
import dev.storefront.common.run.DoubtRuns;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RebuildConfiguration {

  /** One for each doubt, and one for each segment that somebody missed. */
  private static final int MOST_OPEN = 1_000;

  private static final int MOST_CHECKS_OPEN = 10;

  /** Of several nodes that are lost none waits for another. */
  private static final int AT_A_TIME = 2;

  @Bean
  Runs<RebuildRequest, RebuildProgress> segmentRebuilds(RunFactory runs, RebuildTask task) {
    return runs.runs(
        new RunKind<>(
            "segment-rebuild",
            RebuildRequest.class,
            RebuildProgress.START,
            AT_A_TIME,
            MOST_OPEN,
            0),
        task);
  }

  @Bean
  Runs<CheckRequest, CheckProgress> segmentChecks(RunFactory runs, CheckTask task) {
    return runs.runs(
        new RunKind<>(
            "segment-check", CheckRequest.class, CheckProgress.START, 1, MOST_CHECKS_OPEN, 0),
        task);
  }

  /** Until its run has come to a segment, nothing is answered from it. */
  @Bean
  RedisFallbackListener doubtRuns(Runs<RebuildRequest, RebuildProgress> segmentRebuilds) {
    return new DoubtRuns<>(segmentRebuilds, doubt -> RebuildRequest.of(doubt.slots()));
  }
}
