package dev.storefront.web;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The process {@code storefront}: the start page and the local stack's token issuer. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class StorefrontApplication {

  public static void main(String[] args) {
    SpringApplication.run(StorefrontApplication.class, args);
  }
}
