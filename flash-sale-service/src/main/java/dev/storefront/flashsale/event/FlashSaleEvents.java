package dev.storefront.flashsale.event;

import dev.storefront.common.kafka.EventPublisher;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Publishes events, in order for each promotion. */
@Component
public final class FlashSaleEvents {

  private static final String TOPIC = "flash-sale-events";

  private final EventPublisher publisher;

  FlashSaleEvents(EventPublisher publisher) {
    this.publisher = publisher;
  }

  /** Completes when Kafka has them all; may be repeated after a failure. */
  public CompletableFuture<Void> publish(List<FlashSaleEvent> events) {
    return CompletableFuture.allOf(
        events.stream()
            .map(e -> publisher.publish(TOPIC, Long.toString(e.promotionId()), e))
            .toArray(CompletableFuture[]::new));
  }
}
