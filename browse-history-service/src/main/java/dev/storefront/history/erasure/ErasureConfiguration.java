package dev.storefront.history.erasure;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ErasureConfiguration {

  /** One of each user, so that nobody holds up all others. */
  private static final int MOST_OPEN = 10_000;

  private static final int AT_A_TIME = 4;

  @Bean
  Runs<ErasureRequest, ErasureProgress> historyErasures(RunFactory runs, ErasureTask task) {
    return runs.runs(
        new RunKind<>(
            "history-erasure",
            ErasureRequest.class,
            ErasureProgress.START,
            AT_A_TIME,
            MOST_OPEN,
            0),
        task);
  }
}
