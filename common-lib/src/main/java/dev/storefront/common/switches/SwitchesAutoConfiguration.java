package dev.storefront.common.switches;

import dev.storefront.common.namespace.Namespace;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
@ConditionalOnProperty(name = "storefront.switches.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SwitchProperties.class)
class SwitchesAutoConfiguration {

  @Bean
  Switches switches() {
    return new Switches();
  }

  @Bean
  ConfigurationCentre configurationCentre(
      SwitchProperties properties,
      Namespace namespace,
      Switches switches,
      @Value("${spring.application.name}") String service) {
    return new ConfigurationCentre(properties, namespace, service, switches);
  }

  @Bean
  SwitchesEndpoint switchesEndpoint(Switches switches, ConfigurationCentre centre) {
    return new SwitchesEndpoint(switches, centre);
  }
}
