package dev.storefront.flashsale.event;

import dev.storefront.common.outbox.Outbox;
import dev.storefront.common.outbox.OutboxFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class EventConfiguration {

  @Bean
  Outbox outbox(OutboxFactory outboxes) {
    return outboxes.outbox();
  }
}
