package dev.storefront.flashsale.ledger;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventPublisher;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The ledger's way into Kafka. While Kafka does not acknowledge, each send holds its caller for
 * seconds; after a few of those nobody tries any more but the probe, so that the service goes on
 * answering. Only the probe opens the way again.
 */
@Component
class LedgerTopic {

  static final String TOPIC = "flash-sale-ledger";
  private static final String PROBE_TOPIC = "flash-sale-probe";
  private static final Duration UNTIL_PROBED = Duration.ofDays(365);

  private final EventPublisher publisher;
  private final Clock clock;
  private final AtomicReference<@Nullable Instant> failingSince = new AtomicReference<>();
  private final CircuitBreaker breaker;

  LedgerTopic(EventPublisher publisher, CircuitBreakerRegistry breakers, Clock clock) {
    this.publisher = publisher;
    this.clock = clock;
    breaker =
        breakers.circuitBreaker(
            TOPIC,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(20)
                .minimumNumberOfCalls(5)
                .failureRateThreshold(50)
                .waitDurationInOpenState(UNTIL_PROBED)
                .build());
  }

  /** What is sent to see whether Kafka acknowledges; nobody reads it. */
  private record Probe(String eventId) {}

  /** False while it is known that entries would not be acknowledged. */
  boolean accepts() {
    return breaker.getState() == State.CLOSED;
  }

  /** Since when nothing has been acknowledged, empty unless the last word was a failure. */
  Optional<Instant> failingSince() {
    return Optional.ofNullable(failingSince.get());
  }

  /** Sends entries; completes when Kafka has acknowledged all of them. */
  CompletableFuture<Void> send(List<LedgerEntry> entries) {
    return guarded(() -> publish(entries));
  }

  /**
   * Asks Kafka whether it acknowledges again, if it did not; waits for the answer.
   *
   * @return true if entries can go through it
   */
  boolean acknowledges() {
    if (isFailing()) {
      Probe probe = new Probe("probe/" + clock.instant().toEpochMilli());
      Supplier<CompletableFuture<Void>> send = () -> publisher.publish(PROBE_TOPIC, "probe", probe);
      if (accepts()) {
        guarded(send).exceptionally(stillFailing -> null).join();
      } else {
        send.get()
            .thenRun(breaker::transitionToClosedState)
            .whenComplete(this::hear)
            .exceptionally(stillFailing -> null)
            .join();
      }
    }
    return !isFailing();
  }

  /** Whether the last word was a failure, or a late acknowledgement after too many of them. */
  boolean isFailing() {
    return failingSince.get() != null || !accepts();
  }

  private CompletableFuture<Void> guarded(Supplier<CompletableFuture<Void>> send) {
    return breaker
        .executeCompletionStage(() -> send.get().whenComplete(this::hear))
        .toCompletableFuture()
        .exceptionally(
            error -> {
              throw error instanceof CallNotPermittedException
                  ? new BackendUnavailableException("kafka", false, error)
                  : new CompletionException(error);
            });
  }

  private void hear(@Nullable Void sent, @Nullable Throwable error) {
    if (error == null) {
      failingSince.set(null);
    } else {
      failingSince.compareAndSet(null, clock.instant());
    }
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
