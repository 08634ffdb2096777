package dev.storefront.acceptance.events;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The stack's Kafka. */
final class Broker implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final String address;
  private final KafkaProducer<String, String> producer;

  Broker(String address) {
    this.address = address;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", address), new StringSerializer(), new StringSerializer());
  }

  /** Returns once the broker has the record. */
  void send(Topic topic, String key, String value) throws Exception {
    producer
        .send(new ProducerRecord<>(topic.toString(), key, value))
        .get(LONGEST.toSeconds(), TimeUnit.SECONDS);
  }

  int partitionsOf(String topic) {
    return producer.partitionsFor(topic).size();
  }

  /** All records that a topic has now. */
  List<ConsumerRecord<String, String>> read(String topic) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", address),
            new StringDeserializer(),
            new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      return readTo(consumer, new HashMap<>(consumer.endOffsets(partitions)));
    }
  }

  private static List<ConsumerRecord<String, String>> readTo(
      KafkaConsumer<String, String> consumer, Map<TopicPartition, Long> ends) {
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!ends.isEmpty()) {
      consumer.poll(POLL).forEach(records::add);
      ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("did not reach " + ends + " within " + LONGEST);
      }
    }
    return records;
  }

  @Override
  public void close() {
    producer.close(LONGEST);
  }
}
