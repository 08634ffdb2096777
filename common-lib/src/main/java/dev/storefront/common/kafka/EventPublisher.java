package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import io.micrometer.tracing.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;

/** Sends events, acknowledged by all replicas and idempotent, within the producer's time-outs. */
public final class EventPublisher {

  private final KafkaTemplate<String, byte[]> kafka;
  private final EventJson json;
  private final Namespace namespace;
  private final EventTraces traces;

  EventPublisher(
      KafkaTemplate<String, byte[]> kafka,
      EventJson json,
      Namespace namespace,
      EventTraces traces) {
    this.kafka = kafka;
    this.json = json;
    this.namespace = namespace;
    this.traces = traces;
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
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(namespace.topic(topic), key, json.write(event));
    Span span = traces.sending(record);
    try {
      return kafka
          .send(record)
          .handle(
              (sent, error) -> {
                if (error != null) {
                  span.error(error).end();
                  throw new BackendUnavailableException("kafka", true, error);
                }
                span.end();
                return null;
              });
    } catch (KafkaException | org.springframework.kafka.KafkaException notSent) {
      span.error(notSent).end();
      return CompletableFuture.failedFuture(
          new BackendUnavailableException("kafka", false, notSent));
    }
  }

  /**
   * Sends events in an order that matters, and waits until Kafka has acknowledged them all. The
   * first of each key goes before all others: were all sent at once while Kafka is coming back, the
   * first could time out and what follows it arrive.
   *
   * @throws BackendUnavailableException if one was not acknowledged; of each key those that follow
   *     it may have been written all the same, unless it is the first
   */
  public void publishInOrder(List<Outgoing> events) {
    Set<String> begun = new HashSet<>();
    List<Outgoing> first = new ArrayList<>();
    List<Outgoing> further = new ArrayList<>();
    for (Outgoing event : events) {
      (begun.add(event.topic() + ' ' + event.key()) ? first : further).add(event);
    }
    await(first);
    await(further);
  }

  private void await(List<Outgoing> events) {
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (Outgoing event : events) {
      CompletableFuture<Void> send = publish(event.topic(), event.key(), event.event());
      sends.add(send);
      if (send.isCompletedExceptionally()) {
        // No broker is known: each further send would only block for as long again.
        break;
      }
    }
    try {
      CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof BackendUnavailableException unavailable ? unavailable : e;
    }
  }

  /**
   * An event to send.
   *
   * @param topic the contract's name, without namespace
   * @param key what keeps its events in order
   */
  public record Outgoing(String topic, String key, Object event) {}
}
