package dev.storefront.usertag.tagging;

import static java.util.stream.Collectors.toMap;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.usertag.tagging.TagChange.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.stereotype.Component;

/**
 * How far each partition of {@code user-tag-changes} is applied, kept in the transaction that makes
 * the changes: each record is applied exactly once, whoever delivers it again and however much
 * later. Partitions go by the topic's id, for in a topic that was deleted and made anew offsets
 * begin again.
 */
@Component
class TopicProgress {

  static final String TOPIC = "user-tag-changes";

  private final JdbcClient database;
  private final JdbcTemplate batches;
  private final KafkaAdmin kafka;
  private final String topic;
  private volatile @Nullable String topicId;

  TopicProgress(JdbcClient database, JdbcTemplate batches, KafkaAdmin kafka, Namespace namespace) {
    this.database = database;
    this.batches = batches;
    this.kafka = kafka;
    this.topic = namespace.topic(TOPIC);
  }

  /** To be called when partitions are assigned: the topic may be another one now. */
  void forgetTopic() {
    topicId = null;
  }

  /** Those changes that are not known to be applied; somebody else may be about to apply them. */
  List<TagChange> unapplied(List<TagChange> changes) {
    return withOrigin(changes).isEmpty() ? changes : behind(next(), changes);
  }

  /**
   * Those changes that are not applied; they count as applied once the transaction at hand ends.
   */
  List<TagChange> claim(List<TagChange> changes) {
    Map<Integer, Long> ends = ends(changes);
    if (ends.isEmpty()) {
      return changes;
    }
    Map<Integer, Long> next = new HashMap<>();
    new TreeSet<>(ends.keySet()).forEach(part -> next.put(part, lock(part)));
    List<TagChange> fresh = behind(next, changes);
    batches.batchUpdate(
        "UPDATE topic_progress SET next_offset = GREATEST(next_offset, ?)"
            + " WHERE topic = ? AND part = ?",
        new TreeSet<>(ends.keySet())
            .stream().map(part -> new Object[] {ends.get(part), id(), part}).toList());
    return fresh;
  }

  /** By the whole key, or a scan might lock what other writers are at. */
  private long lock(int part) {
    return locked(part)
        .or(
            () -> {
              begin(part);
              return locked(part);
            })
        .orElseThrow();
  }

  private Optional<Long> locked(int part) {
    return database
        .sql("SELECT next_offset FROM topic_progress WHERE topic = ? AND part = ? FOR UPDATE")
        .params(id(), part)
        .query(Long.class)
        .optional();
  }

  /** Not INSERT IGNORE: two of those may share a lock, and then wait for each other. */
  private void begin(int part) {
    database
        .sql(
            "INSERT INTO topic_progress (topic, part, next_offset) VALUES (?, ?, 0)"
                + " ON DUPLICATE KEY UPDATE next_offset = next_offset")
        .params(id(), part)
        .update();
  }

  private Map<Integer, Long> next() {
    return database
        .sql("SELECT part, next_offset FROM topic_progress WHERE topic = ?")
        .param(id())
        .query((row, index) -> Map.entry(row.getInt("part"), row.getLong("next_offset")))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<TagChange> behind(Map<Integer, Long> next, List<TagChange> changes) {
    return changes.stream()
        .filter(
            change ->
                change.origin() == null
                    || change.origin().offset()
                        >= next.getOrDefault(change.origin().partition(), 0L))
        .toList();
  }

  private static Map<Integer, Long> ends(List<TagChange> changes) {
    Map<Integer, Long> ends = new HashMap<>();
    withOrigin(changes)
        .forEach(origin -> ends.merge(origin.partition(), origin.offset() + 1, Math::max));
    return ends;
  }

  private static List<Origin> withOrigin(List<TagChange> changes) {
    return changes.stream().map(TagChange::origin).filter(Objects::nonNull).toList();
  }

  private String id() {
    String known = topicId;
    if (known == null) {
      known =
          Objects.requireNonNull(kafka.describeTopics(topic).get(topic), topic)
              .topicId()
              .toString();
      topicId = known;
    }
    return known;
  }
}
