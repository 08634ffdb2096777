package dev.storefront.flashsale.ledger;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventPublisher;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.springframework.stereotype.Component;

/**
 * The ledger's way into Kafka. While Kafka does not acknowledge, each send holds its caller for
 * seconds; after a few of those nobody tries for a second, so that the service goes on answering.
 */
@Component
class LedgerTopic {

  private static final String TOPIC = "flash-sale-ledger";

  private final EventPublisher publisher;
  private final CircuitBreaker breaker =
      CircuitBreaker.of(
          TOPIC,
          CircuitBreakerConfig.custom()
              .slidingWindowSize(20)
              .minimumNumberOfCalls(5)
              .failureRateThreshold(50)
              .waitDurationInOpenState(Duration.ofSeconds(1))
              .automaticTransitionFromOpenToHalfOpenEnabled(true)
              .permittedNumberOfCallsInHalfOpenState(2)
              .build());

  LedgerTopic(EventPublisher publisher) {
    this.publisher = publisher;
  }

  /** False while it is known that entries would not be acknowledged. */
  boolean accepts() {
    return breaker.getState() != State.OPEN;
  }

  /** Sends entries; completes when Kafka has acknowledged all of them. */
  CompletableFuture<Void> send(List<LedgerEntry> entries) {
    return breaker
        .executeCompletionStage(() -> publish(entries))
        .toCompletableFuture()
        .exceptionally(
            error -> {
              throw error instanceof CallNotPermittedException
                  ? new BackendUnavailableException("kafka", false, error)
                  : new CompletionException(error);
            });
  }

  private CompletableFuture<Void> publish(List<LedgerEntry> entries) {
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (LedgerEntry entry : entries) {
      CompletableFuture<Void> send =
          publisher.publish(TOPIC, Long.toString(entry.promotionId()), entry);
      sends.add(send);
      if (send.isCompletedExceptionally()) {
        // No broker is known: each further send would only block for as long again.
        break;
      }
    }
    return CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new));
  }
}
