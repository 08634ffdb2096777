package dev.storefront.history.offline;

import dev.storefront.common.kafka.TopicReader;
import dev.storefront.history.recording.ViewRecorder;
import java.time.Instant;
import java.time.LocalDate;
import org.springframework.stereotype.Component;

/** How far the lake is in the topic of page views. */
@Component
class Arrivals {

  /** The consumer group of the job that writes the lake. */
  private static final String LAKE = "browse-history-lake";

  private final TopicReader topics;
  private final OfflineProperties properties;

  Arrivals(TopicReader topics, OfflineProperties properties) {
    this.topics = topics;
    this.properties = properties;
  }

  /**
   * True if the lake has taken all that the topic had when the date ended. An export without would
   * call rows complete that lack views, and these would be lost with Redis' hot ones.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if Kafka does not answer
   */
  boolean areInTheLake(LocalDate date) {
    Instant end = Instant.ofEpochMilli(OfflineRequest.asOf(date, properties.zone()));
    return topics.hasTaken(ViewRecorder.TOPIC, LAKE, end);
  }
}
