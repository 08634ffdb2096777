package dev.storefront.common.run;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Needs the tables {@code run} and {@code run_finding} once a service makes {@link Runs}. */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration",
      "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
    })
@ConditionalOnClass(JdbcClient.class)
@ConditionalOnBean(JdbcClient.class)
@EnableConfigurationProperties(RunProperties.class)
class RunAutoConfiguration {

  @Bean
  RunFactory runFactory(
      JdbcClient db,
      JdbcTemplate batches,
      TransactionTemplate transaction,
      MeterRegistry meters,
      RunProperties properties) {
    return new RunFactory(db, batches, transaction, meters, properties);
  }
}
