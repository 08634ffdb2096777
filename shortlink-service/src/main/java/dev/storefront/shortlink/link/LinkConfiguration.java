package dev.storefront.shortlink.link;

import dev.storefront.common.hbase.HBaseTableSpec;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LinkConfiguration {

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
