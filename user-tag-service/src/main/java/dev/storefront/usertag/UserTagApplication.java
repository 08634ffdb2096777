package dev.storefront.usertag;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts user-tag-service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class UserTagApplication {

  /** Starts the service. */
  public static void main(String[] args) {
    SpringApplication.run(UserTagApplication.class, args);
  }

  /** Numbers of writes and of imports, and seeds of samples. */
  @Bean
  RandomGenerator randomness() {
    return new SecureRandom();
  }
}
