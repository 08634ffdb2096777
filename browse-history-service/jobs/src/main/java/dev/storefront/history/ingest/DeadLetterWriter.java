package dev.storefront.history.ingest;

import dev.storefront.history.events.DeadLetter;
import dev.storefront.history.events.KafkaEvent;
import java.nio.charset.StandardCharsets;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/** Dead letters as the services write them: key, value and headers as they came, and three more. */
final class DeadLetterWriter implements KafkaRecordSerializationSchema<DeadLetter> {

  private static final long serialVersionUID = 1L;
  private static final int LONGEST_REASON = 500;

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
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, event.key(), event.value());
    Headers headers = record.headers();
    for (int i = 0; i < event.headerNames().length; i++) {
      headers.add(event.headerNames()[i], event.headerValues()[i]);
    }
    String reason = letter.reason();
    add(headers, "reason", reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
    add(headers, "origin", event.origin());
    add(headers, "consumer", consumer);
    return record;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
