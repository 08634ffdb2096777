package dev.storefront.usertag.snapshot;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SnapshotConfiguration {

  private static final int MOST_OPEN = 10;

  @Bean
  Runs<SnapshotRequest, SnapshotProgress> tagSnapshots(RunFactory runs, SnapshotTask task) {
    return runs.runs(
        new RunKind<>(
            "tag-snapshot", SnapshotRequest.class, SnapshotProgress.START, 1, MOST_OPEN, 0),
        task);
  }
}
