package dev.storefront.common.training;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;

/** Has a training run load what only a start on running servers would. */
@AutoConfiguration
@Profile("training")
class TrainingAutoConfiguration {

  @Bean
  SmartInitializingSingleton recordedClasses() {
    return () -> RecordedClasses.names().forEach(RecordedClasses::load);
  }
}
