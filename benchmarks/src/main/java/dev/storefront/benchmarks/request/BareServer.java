package dev.storefront.benchmarks.request;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Import;

/** Spring MVC on Tomcat and nothing else, by the list of its name below {@code META-INF/spring}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration
@Import(EmptyEndpoint.class)
public class BareServer {

  /** Takes Spring Boot's arguments. */
  public static void main(String[] arguments) {
    SpringApplication.run(BareServer.class, arguments);
  }
}
