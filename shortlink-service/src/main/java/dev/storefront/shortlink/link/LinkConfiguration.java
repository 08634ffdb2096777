package dev.storefront.shortlink.link;

import dev.storefront.common.hbase.HBaseTableSpec;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LinkConfiguration {

  private static final Duration KEPT = Duration.ofDays(10 * 365);
  private static final int REGIONS = 8;

  @Bean
  HBaseTableSpec shortLinksTable() {
    return new HBaseTableSpec(LinkArchive.TABLE, LinkArchive.FAMILY, KEPT, REGIONS);
  }

  @Bean
  HBaseTableSpec linkListsTable() {
    return new HBaseTableSpec(LinkIndex.TABLE, LinkIndex.FAMILY, KEPT, LinkIndex.PARTS);
  }
}
