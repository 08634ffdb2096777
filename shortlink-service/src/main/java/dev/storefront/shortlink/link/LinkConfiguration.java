package dev.storefront.shortlink.link;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.hbase.HBaseTableSpec;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LinkConfiguration {

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

  @Bean
  HBaseTableSpec shortLinksTable(ColdProperties cold) {
    return new HBaseTableSpec(
        LinkArchive.TABLE, LinkArchive.FAMILY, HBaseTableSpec.EACH_CELL_ITS_OWN, cold.regions());
  }

  @Bean
  HBaseTableSpec linkListsTable(ColdProperties cold) {
    return new HBaseTableSpec(
        LinkIndex.TABLE, LinkIndex.FAMILY, HBaseTableSpec.EACH_CELL_ITS_OWN, cold.regions());
  }
}
