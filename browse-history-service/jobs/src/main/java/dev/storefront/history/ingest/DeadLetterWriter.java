package dev.storefront.history.ingest;

import dev.storefront.history.events.DeadLetter;
import dev.storefront.history.events.KafkaEvent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters as the services write them: key, value and headers as they came, and three more. Of
 * a record that is too large with these, the first 64 KiB of its value, {@code cut} with how many
 * bytes it had, and no headers of its own.
 */
final class DeadLetterWriter implements KafkaRecordSerializationSchema<DeadLetter> {

  private static final long serialVersionUID = 1L;
  private static final int LONGEST_REASON = 500;

  /** Kafka takes 1 MiB, with what each header costs besides. */
  private static final int LARGEST = 1_000_000;

  private static final int LONGEST_CUT = 65_536;

  private final String topic;
  private final String consumer;

  DeadLetterWriter(String topic, String consumer) {
    this.topic = topic;
    this.consumer = consumer;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      DeadLetter letter, KafkaSinkContext context, Long timestamp) {
    return record(letter);
  }

  /** The record of a dead letter. */
  ProducerRecord<byte[], byte[]> record(DeadLetter letter) {
    KafkaEvent event = letter.event();
    ProducerRecord<byte[], byte[]> record = size(event) > LARGEST ? cut(event) : whole(event);
    Headers headers = record.headers();
    String reason = letter.reason();
    add(headers, "reason", reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
    add(headers, "origin", event.origin());
    add(headers, "consumer", consumer);
    return record;
  }

  private ProducerRecord<byte[], byte[]> whole(KafkaEvent event) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, event.key(), event.value());
    for (int i = 0; i < event.headerNames().length; i++) {
      record.headers().add(event.headerNames()[i], event.headerValues()[i]);
    }
    return record;
  }

  private ProducerRecord<byte[], byte[]> cut(KafkaEvent event) {
    byte[] key = length(event.key()) > LONGEST_CUT ? null : event.key();
    byte[] value = event.value();
    byte[] some = value == null ? null : Arrays.copyOf(value, Math.min(value.length, LONGEST_CUT));
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, key, some);
    add(record.headers(), "cut", Integer.toString(length(value)));
    return record;
  }

  private static long size(KafkaEvent event) {
    long bytes = length(event.key()) + (long) length(event.value());
    for (int i = 0; i < event.headerNames().length; i++) {
      bytes += event.headerNames()[i].length() + (long) length(event.headerValues()[i]);
    }
    return bytes;
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
