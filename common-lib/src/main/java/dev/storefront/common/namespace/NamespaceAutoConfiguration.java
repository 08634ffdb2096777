package dev.storefront.common.namespace;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
class NamespaceAutoConfiguration {

  @Bean
  Namespace namespace(@Value("${storefront.namespace:}") String name) {
    return new Namespace(name);
  }
}
