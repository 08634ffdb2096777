package dev.storefront.usertag;

import dev.storefront.common.openapi.ProblemMember;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What this service's problems say besides what all do. */
@Configuration(proxyBeanMethods = false)
class ProblemMembers {

  @Bean
  ProblemMember unknownTag() {
    return new ProblemMember(
        "tag", String.class, "with unknown-tag: the first that does not exist");
  }

  @Bean
  ProblemMember unknownTags() {
    return new ProblemMember("tags", String[].class, "with 400 unknown-tag: all that do not exist");
  }

  @Bean
  ProblemMember wrongPosition() {
    return new ProblemMember(
        "position",
        int.class,
        "with invalid-expression: the index of the offending character, from 0");
  }

  @Bean
  ProblemMember wrongExpression() {
    return new ProblemMember(
        "index", int.class, "with invalid-expression: which of the expressions it is, from 0");
  }

  @Bean
  ProblemMember unknownAudience() {
    return new ProblemMember(
        "audience", String.class, "with unknown-audience: the first that does not exist");
  }
}
