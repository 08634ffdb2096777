package dev.storefront.history.archive;

import dev.storefront.common.hbase.HBaseTableSpec;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ArchiveConfiguration {

  /** 60 days of history and two until a row without new views is written again. */
  private static final Duration TIME_TO_LIVE = Duration.ofDays(62);

  /**
   * @param regions into which the table is split at first, by the row keys' hex prefix
   */
  @Bean
  HBaseTableSpec browseHistoryTable(@Value("${history.archive.regions:16}") int regions) {
    return new HBaseTableSpec(Archive.TABLE, Archive.FAMILY, TIME_TO_LIVE, regions);
  }
}
