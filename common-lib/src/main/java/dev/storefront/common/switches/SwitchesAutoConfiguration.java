package dev.storefront.common.switches;

import dev.storefront.common.namespace.Namespace;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
@ConditionalOnProperty(name = "storefront.switches.enabled", matchIfMissing = true)
@EnableConfigurationProperties({SwitchProperties.class, SwitchMemoryProperties.class})
class SwitchesAutoConfiguration {

  @Bean
  SwitchMemory switchMemory(
      SwitchMemoryProperties properties,
      Namespace namespace,
      @Value("${spring.application.name}") String service) {
    String name = namespace.name().isEmpty() ? service : namespace.name() + "-" + service;
    return new SwitchMemory(properties.folder(), properties.isAmongOthers(), name);
  }

  @Bean
  Switches switches(SwitchMemory memory) {
    return new Switches(memory.load());
  }

  @Bean
  ConfigurationCentre configurationCentre(
      SwitchProperties properties,
      Namespace namespace,
      Switches switches,
      SwitchMemory memory,
      @Value("${spring.application.name}") String service) {
    return new ConfigurationCentre(properties, namespace, service, switches, memory);
  }

  @Bean
  SwitchesEndpoint switchesEndpoint(Switches switches, ConfigurationCentre centre) {
    return new SwitchesEndpoint(switches, centre);
  }
}
