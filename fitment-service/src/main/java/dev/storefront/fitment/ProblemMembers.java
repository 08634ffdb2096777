package dev.storefront.fitment;

import dev.storefront.common.openapi.ProblemMember;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What this service's problems say besides what all do. */
@Configuration(proxyBeanMethods = false)
class ProblemMembers {

  @Bean
  ProblemMember unknownVehicles() {
    return new ProblemMember(
        "vehicleIds",
        int[].class,
        "with 400 unknown-vehicle: up to 20 of the ids that no vehicle has");
  }
}
