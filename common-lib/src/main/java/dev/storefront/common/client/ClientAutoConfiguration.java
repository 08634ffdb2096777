package dev.storefront.common.client;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
@EnableConfigurationProperties(ClientProperties.class)
class ClientAutoConfiguration {

  @Bean
  ClientAddresses clientAddresses(ClientProperties properties) {
    return new ClientAddresses(new TrustedProxies(properties.trustedProxies()));
  }
}
