package dev.storefront.history;

import dev.storefront.common.openapi.ProblemMember;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What this service's problems say besides what all do. */
@Configuration(proxyBeanMethods = false)
class ProblemMembers {

  @Bean
  ProblemMember exhaustedDimension() {
    return new ProblemMember(
        "dimension", String.class, "with rate-limited: method, caller or user");
  }
}
