package dev.storefront.history.ingest;

import dev.storefront.history.core.PageView;
import dev.storefront.history.core.View;
import dev.storefront.history.events.DeadLetter;
import dev.storefront.history.events.KafkaEvent;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Makes dead letters of views that can never be recorded, one for each view that was left of those
 * that came together. Connects when there is one, in the task that has it.
 */
final class DeadViews implements AutoCloseable, Serializable {

  private static final long serialVersionUID = 1L;

  private static final int LONGEST_WAIT_MILLIS = 1_000;

  private final Properties kafka;
  private final String topic;
  private final DeadLetterWriter letters;
  private transient @Nullable Producer<byte[], byte[]> producer;

  /**
   * @param kafka with the servers
   * @param topic that the views came from
   */
  DeadViews(Properties kafka, String topic, DeadLetterWriter letters) {
    this.kafka = new Properties();
    this.kafka.putAll(kafka);
    this.kafka.put(ProducerConfig.ACKS_CONFIG, "all");
    this.kafka.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_WAIT_MILLIS);
    this.topic = topic;
    this.letters = letters;
  }

  /** Starts to put them aside; fails while Kafka is away, and may be repeated. */
  CompletionStage<?> bury(UserViews views, String reason) {
    try {
      Producer<byte[], byte[]> open = open();
      List<CompletableFuture<?>> sent = new ArrayList<>();
      for (View view : views.asViews()) {
        CompletableFuture<?> one = send(open, views.user(), view, reason);
        sent.add(one);
        if (one.isCompletedExceptionally()) {
          break; // each of the others would hold the task up as long
        }
      }
      return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
    } catch (KafkaException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<?> send(
      Producer<byte[], byte[]> open, String user, View view, String reason) {
    String what = user + "/" + view.skuId() + "/" + view.viewedAt();
    UUID id = UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8));
    byte[] event = new PageView(id.toString(), user, view.skuId(), view.viewedAt()).write();
    ProducerRecord<byte[], byte[]> record =
        letters.record(
            new DeadLetter(
                new KafkaEvent(
                    topic,
                    user.getBytes(StandardCharsets.UTF_8),
                    event,
                    new String[0],
                    new byte[0][]),
                reason));
    CompletableFuture<Void> sent = new CompletableFuture<>();
    open.send(
        record,
        (place, error) -> {
          if (error == null) {
            sent.complete(null);
          } else {
            sent.completeExceptionally(error);
          }
        });
    return sent;
  }

  private Producer<byte[], byte[]> open() {
    Producer<byte[], byte[]> open = producer;
    if (open == null) {
      open = new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer());
      producer = open;
    }
    return open;
  }

  @Override
  public void close() {
    if (producer != null) {
      producer.close(Duration.ZERO);
    }
  }
}
