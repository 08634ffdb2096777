package dev.storefront.flashsale.event;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.EventPublisher.Outgoing;
import dev.storefront.common.outbox.Outbox;
import java.util.List;
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

  /** Returns when Kafka has them all; may be repeated after a failure. */
  public void publish(List<FlashSaleEvent> events) {
    publisher.publishInOrder(
        events.stream().map(event -> new Outgoing(TOPIC, keyOf(event), event)).toList());
  }

  /** Publishes the event once the caller's transaction has committed, whenever Kafka takes it. */
  public void publishAfterCommit(FlashSaleEvent event) {
    outbox.add(TOPIC, keyOf(event), event);
  }

  private static String keyOf(FlashSaleEvent event) {
    return Long.toString(event.promotionId());
  }
}
