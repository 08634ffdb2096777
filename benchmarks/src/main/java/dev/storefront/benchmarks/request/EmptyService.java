package dev.storefront.benchmarks.request;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** All that every service has, except for what needs a server. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
    excludeName = {
      "dev.storefront.common.hbase.HBaseAutoConfiguration",
      "dev.storefront.common.kafka.KafkaAutoConfiguration",
      "dev.storefront.common.redis.RedisAutoConfiguration",
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration"
    })
@Import(EmptyEndpoint.class)
public class EmptyService {

  /** Takes Spring Boot's arguments. */
  public static void main(String[] arguments) {
    SpringApplication.run(EmptyService.class, arguments);
  }
}
