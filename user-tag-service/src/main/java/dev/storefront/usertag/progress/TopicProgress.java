package dev.storefront.usertag.progress;

import static java.util.stream.Collectors.toMap;

import dev.storefront.common.namespace.Namespace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.stereotype.Component;

/**
 * How far each partition of a topic is applied, kept in the transaction that applies its events:
 * each record is applied exactly once, whoever delivers it again and however much later. Partitions
 * go by the topic's id, for in a topic that was deleted and made anew offsets begin again.
 */
@Component
public class TopicProgress {

  private final JdbcClient database;
  private final JdbcTemplate batches;
  private final KafkaAdmin kafka;
  private final Namespace namespace;
  private final Map<String, String> topicIds = new ConcurrentHashMap<>();

  TopicProgress(JdbcClient database, JdbcTemplate batches, KafkaAdmin kafka, Namespace namespace) {
    this.database = database;
    this.batches = batches;
    this.kafka = kafka;
    this.namespace = namespace;
  }

  /**
   * A record's place in its topic.
   *
   * @param partition from 0
   * @param offset from 0
   */
  public record Origin(int partition, long offset) {}

  /** To be called when partitions are assigned: topics may be others now. */
  public void forgetTopics() {
    topicIds.clear();
  }

  /**
   * Those events that are not known to be applied; somebody else may be about to apply them.
   *
   * @param origin where an event stands in the topic; null if it came another way
   */
  public <E> List<E> unapplied(String topic, List<E> events, Function<E, @Nullable Origin> origin) {
    return ends(events, origin).isEmpty() ? events : behind(next(topic), events, origin);
  }

  /**
   * Those events that are not applied; they count as applied once the transaction at hand ends.
   *
   * @param origin as for {@link #unapplied}
   */
  public <E> List<E> claim(String topic, List<E> events, Function<E, @Nullable Origin> origin) {
    SortedMap<Integer, Long> ends = ends(events, origin);
    if (ends.isEmpty()) {
      return events;
    }
    Map<Integer, Long> next = new HashMap<>();
    ends.keySet().forEach(part -> next.put(part, lock(topic, part)));
    List<E> fresh = behind(next, events, origin);
    batches.batchUpdate(
        "UPDATE topic_progress SET next_offset = GREATEST(next_offset, ?)"
            + " WHERE topic = ? AND part = ?",
        ends.entrySet().stream()
            .map(end -> new Object[] {end.getValue(), id(topic), end.getKey()})
            .toList());
    return fresh;
  }

  /**
   * By the whole key, or a scan might lock what other writers are at. Not INSERT IGNORE: two of
   * those may share a lock, and then wait for each other.
   */
  private long lock(String topic, int part) {
    database
        .sql(
            "INSERT INTO topic_progress (topic, part, next_offset) VALUES (?, ?, 0)"
                + " ON DUPLICATE KEY UPDATE next_offset = next_offset")
        .params(id(topic), part)
        .update();
    return database
        .sql("SELECT next_offset FROM topic_progress WHERE topic = ? AND part = ? FOR UPDATE")
        .params(id(topic), part)
        .query(Long.class)
        .single();
  }

  private Map<Integer, Long> next(String topic) {
    return database
        .sql("SELECT part, next_offset FROM topic_progress WHERE topic = ?")
        .param(id(topic))
        .query((row, index) -> Map.entry(row.getInt("part"), row.getLong("next_offset")))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static <E> List<E> behind(
      Map<Integer, Long> next, List<E> events, Function<E, @Nullable Origin> origin) {
    return events.stream()
        .filter(
            event -> {
              Origin of = origin.apply(event);
              return of == null || of.offset() >= next.getOrDefault(of.partition(), 0L);
            })
        .toList();
  }

  private static <E> SortedMap<Integer, Long> ends(
      List<E> events, Function<E, @Nullable Origin> origin) {
    SortedMap<Integer, Long> ends = new TreeMap<>();
    events.stream()
        .map(origin)
        .filter(Objects::nonNull)
        .forEach(of -> ends.merge(of.partition(), of.offset() + 1, Math::max));
    return ends;
  }

  private String id(String topic) {
    return topicIds.computeIfAbsent(
        topic,
        of -> {
          String name = namespace.topic(of);
          return Objects.requireNonNull(kafka.describeTopics(name).get(name), name)
              .topicId()
              .toString();
        });
  }
}
