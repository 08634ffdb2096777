package dev.storefront.usertag.standing;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ConsumerFactory;

/** What {@code audience-events} has. */
@TestComponent
public class AudienceRecords {

  private static final Duration SOON = Duration.ofMinutes(2);

  private final ConsumerFactory<String, byte[]> consumers;
  private final Namespace namespace;
  private final JdbcClient database;

  AudienceRecords(
      ConsumerFactory<String, byte[]> consumers, Namespace namespace, JdbcClient database) {
    this.consumers = consumers;
    this.namespace = namespace;
    this.database = database;
  }

  /** Every record, once the outbox is empty; those of a user in their order. */
  public List<ConsumerRecord<String, byte[]>> all() {
    await()
        .atMost(SOON)
        .until(
            () -> database.sql("SELECT COUNT(*) FROM outbox").query(Integer.class).single() == 0);
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (Consumer<String, byte[]> consumer = consumers.createConsumer("tr-replay", "")) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(namespace.topic("audience-events")).stream()
              .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long wanted = consumer.endOffsets(partitions).values().stream().mapToLong(end -> end).sum();
      await()
          .atMost(SOON)
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                return partitions.stream().mapToLong(consumer::position).sum() >= wanted;
              });
    }
    return records;
  }
}
