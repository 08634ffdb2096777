package dev.storefront.shortlink.recycling;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import dev.storefront.shortlink.code.Tier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RecyclingConfiguration {

  private static final int MOST_RUNS = 100;

  @Bean
  Runs<RecyclingRequest, Recycling> recyclingRuns(RunFactory runs, RecyclingTask task) {
    return runs.runs(
        new RunKind<>(
            "recycling", RecyclingRequest.class, Recycling.NEW, Tier.values().length, MOST_RUNS, 0),
        task);
  }
}
