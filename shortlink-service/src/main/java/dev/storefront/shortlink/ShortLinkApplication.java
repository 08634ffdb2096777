package dev.storefront.shortlink;

import com.github.benmanes.caffeine.cache.Ticker;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Short links whose codes are leased, renewed and recycled. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class ShortLinkApplication {

  public static void main(String[] args) {
    SpringApplication.run(ShortLinkApplication.class, args);
  }

  /** Ids that nobody else has: of leases, requests, events, runs and workers. */
  @Bean
  Supplier<UUID> ids() {
    return UUID::randomUUID;
  }

  /** Time that only ever goes on, for deadlines; what is written down comes from the clock. */
  @Bean
  Ticker ticker() {
    return Ticker.systemTicker();
  }
}
