package dev.storefront.usertag.standing;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CountConfiguration {

  private static final int MOST_OPEN = 10;

  @Bean
  Runs<Counting, Counted> audienceCountings(RunFactory runs, CountTask task) {
    return runs.runs(
        new RunKind<>("audience-counting", Counting.class, Counted.NONE, 1, MOST_OPEN, 0), task);
  }
}
