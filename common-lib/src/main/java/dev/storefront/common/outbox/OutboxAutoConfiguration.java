package dev.storefront.common.outbox;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** For services that have both a database and Kafka. */
@AutoConfiguration(
    afterName = {
      "dev.storefront.common.kafka.KafkaAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration",
      "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
    })
@ConditionalOnClass({JdbcTemplate.class, KafkaTemplate.class})
@ConditionalOnBean({JdbcTemplate.class, EventPublisher.class})
class OutboxAutoConfiguration {

  @Bean
  OutboxFactory outboxFactory(
      JdbcTemplate jdbc,
      EventJson json,
      EventPublisher publisher,
      PlatformTransactionManager transactions,
      MeterRegistry meters) {
    return new OutboxFactory(jdbc, json, publisher, transactions, meters);
  }
}
