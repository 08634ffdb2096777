package dev.storefront.history;

import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
class BrowseHistoryApplication {

  public static void main(String[] args) {
    SpringApplication.run(BrowseHistoryApplication.class, args);
  }

  /** Ids that nobody else has: of events, of count leases, of this instance's consumers. */
  @Bean
  Supplier<UUID> ids() {
    return UUID::randomUUID;
  }
}
