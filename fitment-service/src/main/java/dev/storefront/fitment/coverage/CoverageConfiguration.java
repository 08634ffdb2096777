package dev.storefront.fitment.coverage;

import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.Runs;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CoverageConfiguration {
  @Bean
  Runs<String, Long> coverageCounts(RunFactory runs, CoverageCount count) {
    return runs.runs(new RunKind<>("coverage-count", String.class, 0L, 1, 1, 0), count);
  }
}
