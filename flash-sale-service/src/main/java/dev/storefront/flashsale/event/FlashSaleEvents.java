package dev.storefront.flashsale.event;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.flashsale.outbox.Outbox;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Publishes events, in order for each promotion. */
@Component
public final class FlashSaleEvents {

  private static final String TOPIC = "flash-sale-events";

  private final EventPublisher publisher;
  private final Outbox outbox;

  FlashSaleEvents(EventPublisher publisher, Outbox outbox) {
    this.publisher = publisher;
    this.outbox = outbox;
  }

  /** Completes when Kafka has them all; may be repeated after a failure. */
  public CompletableFuture<Void> publish(List<FlashSaleEvent> events) {
    return CompletableFuture.allOf(
        events.stream()
            .map(e -> publisher.publish(TOPIC, keyOf(e), e))
            .toArray(CompletableFuture[]::new));
  }

  /** Publishes the event once the caller's transaction has committed, whenever Kafka takes it. */
  public void publishAfterCommit(FlashSaleEvent event) {
    outbox.add(TOPIC, keyOf(event), event);
  }

  private static String keyOf(FlashSaleEvent event) {
    return Long.toString(event.promotionId());
  }
}
