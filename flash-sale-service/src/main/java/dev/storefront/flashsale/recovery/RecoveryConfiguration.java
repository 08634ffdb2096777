package dev.storefront.flashsale.recovery;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RecoveryConfiguration {

  private static final int AT_A_TIME = 8;
  private static final int MOST_OPEN = 100;

  @Bean
  Runs<RecoveryRequest, RecoveryProgress> recoveryRuns(RunFactory runs, RecoveryTask task) {
    return runs.runs(
        new RunKind<>(
            "recovery", RecoveryRequest.class, RecoveryProgress.NEW, AT_A_TIME, MOST_OPEN, 0),
        task);
  }
}
