package dev.storefront.history.rebuild;

import dev.storefront.common.kafka.TopicReader;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.recording.ViewRecorder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table {@code recorded_mark}: up to where page views had been recorded, by whichever engine,
 * at some times. What was committed then had been acknowledged by Redis before.
 */
@Repository
class RecordedMarks {

  private static final Logger log = LoggerFactory.getLogger(RecordedMarks.class);
  private static final Duration KEPT = HistoryRules.HOT_LIFETIME;

  private final TopicReader topics;
  private final JdbcClient db;
  private final JsonMapper json;
  private final Clock clock;
  private final Duration every;

  RecordedMarks(
      TopicReader topics,
      JdbcClient db,
      JsonMapper json,
      Clock clock,
      @Value("${history.rebuild.mark-every:30s}") Duration every) {
    this.topics = topics;
    this.db = db;
    this.json = json;
    this.clock = clock;
    this.every = every;
  }

  /** The latest that was made before a time. */
  Optional<Map<Integer, Long>> before(Instant time) {
    return db.sql(
            """
            SELECT offsets FROM recorded_mark WHERE recorded_at < ?
            ORDER BY recorded_at DESC LIMIT 1
            """)
        .param(time.toEpochMilli())
        .query(String.class)
        .optional()
        .map(offsets -> json.readValue(offsets, new TypeReference<Map<Integer, Long>>() {}));
  }

  /** One of the instances makes one each time. */
  @Scheduled(fixedDelayString = "${history.rebuild.mark-every:30s}")
  void mark() {
    try {
      if (isDue()) {
        Map<Integer, Long> offsets = topics.committed(ViewRecorder.TOPIC, ViewRecorder.GROUP);
        // Asked after that: all of it had been acknowledged by then.
        long now = clock.millis();
        db.sql("INSERT IGNORE INTO recorded_mark (recorded_at, offsets) VALUES (?, ?)")
            .params(now, json.writeValueAsString(offsets))
            .update();
        db.sql("DELETE FROM recorded_mark WHERE recorded_at < ? LIMIT 1000")
            .param(now - KEPT.toMillis())
            .update();
      }
    } catch (RuntimeException e) {
      log.warn("How far page views are recorded is noted later: {}", e.toString());
    }
  }

  private boolean isDue() {
    return db.sql("SELECT COUNT(*) FROM recorded_mark WHERE recorded_at > ?")
            .param(clock.instant().minus(every.dividedBy(2)).toEpochMilli())
            .query(Long.class)
            .single()
        == 0;
  }
}
