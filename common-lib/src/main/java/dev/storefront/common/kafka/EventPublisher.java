package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;

/** Sends events, acknowledged by all replicas and idempotent, within the producer's time-outs. */
public final class EventPublisher {

  private final KafkaTemplate<String, byte[]> kafka;
  private final EventJson json;
  private final Namespace namespace;

  EventPublisher(KafkaTemplate<String, byte[]> kafka, EventJson json, Namespace namespace) {
    this.kafka = kafka;
    this.json = json;
    this.namespace = namespace;
  }

  /**
   * Sends one event. The future completes when Kafka has acknowledged it, and fails with {@link
   * BackendUnavailableException} otherwise; then the event may have been written all the same. May
   * block the caller for at most {@code max.block.ms} when no broker is known.
   *
   * @param topic the contract's name, without namespace
   * @param key what keeps its events in order
   */
  public CompletableFuture<Void> publish(String topic, String key, Object event) {
    try {
      return kafka
          .send(namespace.topic(topic), key, json.write(event))
          .handle(
              (sent, error) -> {
                if (error != null) {
                  throw new BackendUnavailableException("kafka", true, error);
                }
                return null;
              });
    } catch (KafkaException | org.springframework.kafka.KafkaException notSent) {
      return CompletableFuture.failedFuture(
          new BackendUnavailableException("kafka", false, notSent));
    }
  }
}
