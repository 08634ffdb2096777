package dev.storefront.benchmarks.request;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * All that every service has, {@link dev.storefront.benchmarks.stack.MainProcess#WITHOUT_SERVERS}
 * and without a database.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(
    excludeName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@Import(EmptyEndpoint.class)
public class EmptyService {

  /** Takes Spring Boot's arguments. */
  public static void main(String[] arguments) {
    SpringApplication.run(EmptyService.class, arguments);
  }
}
