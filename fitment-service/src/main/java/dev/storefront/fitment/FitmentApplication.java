package dev.storefront.fitment;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The fitment service. */
@SpringBootApplication
@EnableScheduling
@ConfigurationPropertiesScan
public class FitmentApplication {

  /** Starts it. */
  public static void main(String[] args) {
    SpringApplication.run(FitmentApplication.class, args);
  }
}
