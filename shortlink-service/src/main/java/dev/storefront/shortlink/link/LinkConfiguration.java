package dev.storefront.shortlink.link;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.hbase.HBaseTableSpec;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LinkConfiguration {

  private static final int MOST_CALLERS = 24;

  /**
   * Before what calls ask the database while they hold a thread of the web server. With those who
   * wait for codes of the service's own, and for visits that are left, it leaves a quarter of the
   * 64 to who follows a link.
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
