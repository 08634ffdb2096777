package dev.storefront.benchmarks.flashsale;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Sells in SQL alone, with all that every service has for HTTP, {@link
 * dev.storefront.benchmarks.stack.MainProcess#WITHOUT_SERVERS}.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({SqlEndpoint.class, SqlSale.class})
public class SqlService {

  /** Takes Spring Boot's arguments. */
  public static void main(String[] arguments) {
    SpringApplication.run(SqlService.class, arguments);
  }
}
