package dev.storefront.benchmarks.flashsale;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Sells in SQL alone, with all that every service has for HTTP. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
    excludeName = {
      "dev.storefront.common.hbase.HBaseAutoConfiguration",
      "dev.storefront.common.kafka.KafkaAutoConfiguration",
      "dev.storefront.common.redis.RedisAutoConfiguration",
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
      "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration"
    })
@Import({SqlEndpoint.class, SqlSale.class})
public class SqlService {

  /** Takes Spring Boot's arguments. */
  public static void main(String[] arguments) {
    SpringApplication.run(SqlService.class, arguments);
  }
}
