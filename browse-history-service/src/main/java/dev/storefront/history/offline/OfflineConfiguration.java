package dev.storefront.history.offline;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OfflineConfiguration {

  private static final int MOST_OPEN = 100;

  @Bean
  Runs<OfflineRequest, OfflineProgress> offlineRuns(RunFactory runs, OfflineTask task) {
    return runs.runs(
        new RunKind<>(
            "history-offline", OfflineRequest.class, OfflineProgress.NONE, 1, MOST_OPEN, 0),
        task);
  }
}
