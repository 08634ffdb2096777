package dev.storefront.history.archive;

import dev.storefront.common.hbase.HBaseTableSpec;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.HistoryRules;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ArchiveConfiguration {

  /**
   * @param regions into which the table is split at first, by the row keys' hex prefix
   */
  @Bean
  HBaseTableSpec browseHistoryTable(@Value("${history.archive.regions:16}") int regions) {
    return new HBaseTableSpec(
        ColdRow.TABLE, ColdRow.FAMILY, HistoryRules.ROW_LIFETIME, regions, true);
  }
}
