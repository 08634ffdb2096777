package dev.storefront.common.settings;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

@AutoConfiguration
@EnableConfigurationProperties(SettingsProperties.class)
class SettingsAutoConfiguration {

  /** By its name, health calls it {@code settings}. */
  @Bean
  SettingsCheck settingsHealthIndicator(
      ObjectProvider<ServerSettings> servers, SettingsProperties properties, MeterRegistry meters) {
    return new SettingsCheck(servers.orderedStream().toList(), properties, meters);
  }
}
