package dev.storefront.shortlink.link;

import dev.storefront.common.kafka.EventPublisher;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Tells cold storage of every change; a change counts once Kafka has it. */
@Component
class LinkEvents {

  static final String TOPIC = "shortlink-mappings";

  private final EventPublisher events;

  LinkEvents(EventPublisher events) {
    this.events = events;
  }

  CompletableFuture<Void> publish(MappingEvent event) {
    return events.publish(TOPIC, event.segment(), event);
  }
}
