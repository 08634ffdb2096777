package dev.storefront.shortlink.link;

import dev.storefront.common.hbase.HBaseTableSpec;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LinkConfiguration {

  private static final int REGIONS = 8;

  @Bean
  HBaseTableSpec shortLinksTable() {
    return new HBaseTableSpec(
        LinkArchive.TABLE, LinkArchive.FAMILY, HBaseTableSpec.EACH_CELL_ITS_OWN, REGIONS);
  }

  @Bean
  HBaseTableSpec linkListsTable() {
    return new HBaseTableSpec(
        LinkIndex.TABLE, LinkIndex.FAMILY, HBaseTableSpec.EACH_CELL_ITS_OWN, LinkIndex.PARTS);
  }
}
