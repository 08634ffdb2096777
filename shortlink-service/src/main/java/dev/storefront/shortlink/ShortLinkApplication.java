package dev.storefront.shortlink;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Short links whose codes are leased, renewed and recycled. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class ShortLinkApplication {

  public static void main(String[] args) {
    SpringApplication.run(ShortLinkApplication.class, args);
  }
}
