package dev.storefront.shortlink.link;

import dev.storefront.common.degradation.Guard;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventPublisher;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Tells cold storage of every change; a change counts once Kafka has it. */
@Component
class LinkEvents {

  static final String TOPIC = "shortlink-mappings";

  /** Of the web server's 64 threads. */
  private static final int MOST_WAITING = 40;

  private final EventPublisher events;
  private final Guard guard;

  LinkEvents(EventPublisher events, CircuitBreakerRegistry breakers, BulkheadRegistry bulkheads) {
    this.events = events;
    guard = new Guard(breakers, bulkheads, "link-events", MOST_WAITING, Duration.ZERO);
  }

  /**
   * Does something that waits for Kafka, unless many do so already, or Kafka has not answered
   * others for some seconds: else who follows a link would find no thread of the web server.
   *
   * @return false if it was not begun
   * @throws BackendUnavailableException if a server was away
   */
  boolean ifAnswering(Runnable work) {
    return guard.ask(work, LinkEvents::isKafkaAway);
  }

  /**
   * As {@link #ifAnswering}, for what comes of it.
   *
   * @throws dev.storefront.common.web.ProblemException 503 {@code unavailable} if it was not begun
   */
  <T> T answer(Supplier<T> work) {
    return guard.answer(work, LinkEvents::isKafkaAway);
  }

  private static boolean isKafkaAway(RuntimeException failed) {
    return failed instanceof BackendUnavailableException away && away.backend().equals("kafka");
  }

  CompletableFuture<Void> publish(MappingEvent event) {
    return events.publish(TOPIC, event.segment(), event);
  }
}
