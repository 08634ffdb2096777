package dev.storefront.flashsale;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The flash-sale service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class FlashSaleApplication {

  /** Starts the service. */
  public static void main(String[] args) {
    SpringApplication.run(FlashSaleApplication.class, args);
  }
}
