package dev.storefront.shortlink;

import dev.storefront.common.degradation.Guard;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class GuardConfiguration {

  /** As many as the web server lets in: on a busy machine all may wait for a moment. */
  private static final int MOST_CALLERS = 1_000;

  /**
   * Before what calls ask the database while they hold a thread of the web server: once it does not
   * answer, nobody waits for it, and the threads are left to who follows a link.
   */
  @Bean
  Guard database(CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads) {
    return new Guard(breakers, bulkheads, "database", MOST_CALLERS);
  }
}
