package dev.storefront.flashsale;

import dev.storefront.common.openapi.ProblemMember;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What this service's problems say besides what all do. */
@Configuration(proxyBeanMethods = false)
class ProblemMembers {

  @Bean
  ProblemMember refusingPromotion() {
    return new ProblemMember(
        "promotionId",
        long.class,
        "of a refused grab: the promotion that refused it, if it was one");
  }

  @Bean
  ProblemMember exhaustedDimension() {
    return new ProblemMember("dimension", String.class, "with rate-limited: caller or pin");
  }
}
