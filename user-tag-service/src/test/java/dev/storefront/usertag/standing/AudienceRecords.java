package dev.storefront.usertag.standing;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.TopicReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What {@code audience-events} has. */
@TestComponent
public class AudienceRecords {

  private static final String TOPIC = "audience-events";
  private static final Duration SOON = Duration.ofMinutes(2);

  private final TopicReader topic;
  private final JdbcClient database;

  AudienceRecords(TopicReader topic, JdbcClient database) {
    this.topic = topic;
    this.database = database;
  }

  /** Every record, once the outbox is empty; those of a user in their order. */
  public List<ConsumerRecord<String, byte[]>> all() {
    await()
        .atMost(SOON)
        .until(
            () -> database.sql("SELECT COUNT(*) FROM outbox").query(Integer.class).single() == 0);
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try {
      topic.read(TOPIC, Map.of(), topic.ends(TOPIC), (some, next) -> records.addAll(some));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return records;
  }
}
