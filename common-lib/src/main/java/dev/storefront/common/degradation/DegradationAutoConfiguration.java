package dev.storefront.common.degradation;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.micrometer.tagged.TaggedBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The service's circuit breakers in one place, each in the metrics as soon as it is made. */
@AutoConfiguration
@ConditionalOnClass(CircuitBreaker.class)
class DegradationAutoConfiguration {

  /**
   * Unless one says otherwise: once half of the last ten calls have failed, but three at least, the
   * server is left alone for two seconds; then a single call looks whether it is back.
   */
  @Bean
  CircuitBreakerRegistry circuitBreakers() {
    return CircuitBreakerRegistry.of(
        CircuitBreakerConfig.custom()
            .slidingWindowSize(10)
            .minimumNumberOfCalls(3)
            .failureRateThreshold(50)
            .waitDurationInOpenState(Duration.ofSeconds(2))
            .permittedNumberOfCallsInHalfOpenState(1)
            .build());
  }

  /** For services that bound how many calls wait for a server at a time. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(Bulkhead.class)
  static class BulkheadConfiguration {

    @Bean
    BulkheadRegistry bulkheads() {
      return BulkheadRegistry.ofDefaults();
    }

    @Bean
    MeterBinder bulkheadMetrics(BulkheadRegistry bulkheads) {
      return TaggedBulkheadMetrics.ofBulkheadRegistry(bulkheads);
    }
  }

  @Bean
  MeterBinder circuitBreakerMetrics(CircuitBreakerRegistry breakers) {
    return TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(breakers);
  }
}
