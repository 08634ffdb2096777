package dev.storefront.shortlink.link;

import dev.storefront.common.hbase.HBaseTableSpec;
import dev.storefront.common.redis.WantedRedisSetting;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LinkConfiguration {

  /** A longer one has its bucket be a table, with an entry for each link. */
  private static final int LONGEST_IN_ONE_PIECE = 512;

  @Bean
  WantedRedisSetting linksOfABucketInOnePiece() {
    return new WantedRedisSetting(
        "hash-max-listpack-value",
        bytes -> Long.parseLong(bytes) >= LONGEST_IN_ONE_PIECE,
        LONGEST_IN_ONE_PIECE + " or more: with less, links take twice the memory");
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
