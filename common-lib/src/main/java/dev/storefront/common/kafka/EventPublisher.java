package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import io.micrometer.tracing.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaTemplate;

/** Sends events, acknowledged by all replicas and idempotent, within the producer's time-outs. */
public final class EventPublisher {

  /** Kafka's own, unless a service says otherwise. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final KafkaTemplate<String, byte[]> kafka;
  private final OrderedProducer ordered;
  private final Duration patience;
  private final EventJson json;
  private final Namespace namespace;
  private final EventTraces traces;

  EventPublisher(
      KafkaTemplate<String, byte[]> kafka,
      OrderedProducer ordered,
      EventJson json,
      Namespace namespace,
      EventTraces traces) {
    this.kafka = kafka;
    this.ordered = ordered;
    patience = patience(kafka.getProducerFactory().getConfigurationProperties());
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
    return publish(new Outgoing(topic, key, event), kafka::send);
  }

  /**
   * Sends events in an order that matters, and waits until Kafka has acknowledged them all, for
   * twice {@code delivery.timeout.ms} and {@code max.block.ms} at most, besides the time that it
   * takes to have a producer. What Kafka has of a key after a failure has everything before it,
   * unless Kafka refused a record for good. So events that are all sent again stand in their order,
   * each where it came first.
   *
   * @throws BackendUnavailableException if one was not acknowledged; the first of each key, or all
   *     up to some, may have been written all the same
   */
  public void publishInOrder(List<Outgoing> events) {
    Set<String> begun = new HashSet<>();
    List<Outgoing> first = new ArrayList<>();
    List<Outgoing> further = new ArrayList<>();
    for (Outgoing event : events) {
      (begun.add(event.topic() + ' ' + event.key()) ? first : further).add(event);
    }
    ordered.use(
        producer -> {
          // Of a producer that a partition does not know it takes whatever comes first.
          publishAndWait(first, producer);
          publishAndWait(further, producer);
        });
  }

  private void publishAndWait(List<Outgoing> events, Producer<String, byte[]> producer) {
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (Outgoing event : events) {
      CompletableFuture<Void> send = publish(event, record -> send(record, producer));
      sends.add(send);
      if (send.isCompletedExceptionally()) {
        // Nothing may follow it; and while no broker is known, each would block for as long again.
        break;
      }
    }
    await(CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)));
  }

  private void await(CompletableFuture<Void> sends) {
    try {
      sends.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BackendUnavailableException unavailable
          ? unavailable
          : new BackendUnavailableException("kafka", true, e);
    } catch (TimeoutException e) {
      throw new BackendUnavailableException("kafka", true, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendUnavailableException("kafka", true, e);
    }
  }

  /** The trace that the caller is part of, for an event that is sent later; null if it is not. */
  public @Nullable String traceparent() {
    return traces.current();
  }

  private CompletableFuture<Void> publish(
      Outgoing event, Function<ProducerRecord<String, byte[]>, CompletableFuture<?>> sender) {
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(
            namespace.topic(event.topic()), event.key(), json.write(event.event()));
    Span span = traces.sending(record, event.traceparent());
    try {
      return sender
          .apply(record)
          .handle(
              (sent, error) -> {
                if (error != null) {
                  fail(span, event, error);
                  throw new BackendUnavailableException("kafka", true, error);
                }
                span.end();
                return null;
              });
    } catch (KafkaException | org.springframework.kafka.KafkaException notSent) {
      fail(span, event, notSent);
      return CompletableFuture.failedFuture(
          new BackendUnavailableException("kafka", false, notSent));
    }
  }

  /** What is sent again until it has worked leaves one span: that of the time that it has. */
  private static void fail(Span span, Outgoing event, Throwable error) {
    if (event.traceparent() == null) {
      span.error(error).end();
    } else {
      span.abandon();
    }
  }

  private static CompletableFuture<RecordMetadata> send(
      ProducerRecord<String, byte[]> record, Producer<String, byte[]> producer) {
    CompletableFuture<RecordMetadata> sent = new CompletableFuture<>();
    try {
      producer.send(
          record,
          (metadata, error) -> {
            if (error == null) {
              sent.complete(metadata);
            } else {
              sent.completeExceptionally(error);
            }
          });
    } catch (IllegalStateException closedByAnother) {
      sent.completeExceptionally(closedByAnother);
    }
    return sent;
  }

  private static Duration patience(Map<String, Object> producer) {
    Object millis = producer.get(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
    return millis == null ? LONGEST : Duration.ofMillis(Long.parseLong(millis.toString()));
  }

  /**
   * An event to send.
   *
   * @param topic the contract's name, without namespace
   * @param key what keeps its events in order
   * @param traceparent of the trace that it belongs to, if it is sent again until it has worked;
   *     null for the trace of who sends it
   */
  public record Outgoing(String topic, String key, Object event, @Nullable String traceparent) {

    /** One that belongs to the trace of who sends it. */
    public Outgoing(String topic, String key, Object event) {
      this(topic, key, event, null);
    }
  }
}
