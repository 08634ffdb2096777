package dev.storefront.usertag.rule;

import dev.storefront.common.kafka.EventBatches;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.usertag.progress.TopicProgress;
import dev.storefront.usertag.progress.TopicProgress.Origin;
import dev.storefront.usertag.rule.SeenEvents.Seen;
import dev.storefront.usertag.tagging.TagChange;
import dev.storefront.usertag.user.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.ConsumerSeekAware;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/**
 * Counts other services' events by the rules. How far each partition is counted is kept in the
 * transaction that counts, so each record counts once, whoever delivers it again.
 */
@Component
class RuleListener implements ConsumerSeekAware {

  private final RuleTable table;
  private final RuleCounts counts;
  private final RuleGrants grants;
  private final TopicProgress progress;
  private final EventBatches batches;
  private final EventJson json;
  private final Namespace namespace;
  private final TransactionTemplate transaction;
  private final Clock clock;

  RuleListener(
      RuleTable table,
      RuleCounts counts,
      RuleGrants grants,
      TopicProgress progress,
      EventBatches batches,
      EventJson json,
      Namespace namespace,
      TransactionTemplate transaction,
      Clock clock) {
    this.table = table;
    this.counts = counts;
    this.grants = grants;
    this.progress = progress;
    this.batches = batches;
    this.json = json;
    this.namespace = namespace;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** An event and the rules, one or more, that it counts for. */
  private record Counted(
      RuleTopic topic, Origin origin, String userId, Seen seen, List<Rule> rules) {}

  @KafkaListener(
      topics = {
        "#{@namespace.topic('flash-sale-events')}",
        "#{@namespace.topic('page-views')}",
        "#{@namespace.topic('shortlink-clicks')}"
      },
      groupId = "#{@namespace.group('user-tag-rules')}",
      concurrency = "${storefront.usertag.listeners:2}",
      batch = "true")
  @UseCase("apply-tag-rules")
  void happened(List<ConsumerRecord<String, byte[]>> records) {
    List<Rule> rules = table.all();
    for (RuleTopic topic : RuleTopic.values()) {
      String name = namespace.topic(topic.topic());
      List<Rule> ofTopic = rules.stream().filter(rule -> rule.topic() == topic).toList();
      List<ConsumerRecord<String, byte[]>> some =
          records.stream().filter(record -> record.topic().equals(name)).toList();
      if (!ofTopic.isEmpty() && !some.isEmpty()) {
        batches.process(some, record -> read(record, topic, ofTopic), this::count);
      }
    }
  }

  @Override
  public void onPartitionsAssigned(
      Map<TopicPartition, Long> assignments, ConsumerSeekCallback callback) {
    progress.forgetTopics();
  }

  /** Empty if the event counts for no rule. */
  private Optional<Counted> read(
      ConsumerRecord<String, byte[]> record, RuleTopic topic, List<Rule> rules) {
    JsonNode event = json.read(record.value(), JsonNode.class);
    List<Rule> about = rules.stream().filter(rule -> rule.isAbout(event)).toList();
    JsonNode user = event.path(topic.user());
    if (about.isEmpty() || user.isMissingNode() || user.isNull()) {
      return Optional.empty();
    }
    JsonNode time = event.path(topic.time());
    if (!user.isString() || !UserId.isValid(user.asString())) {
      throw new MalformedEventException(topic.user() + " " + UserId.RULE, null);
    }
    if (!time.isIntegralNumber() || time.asLong() < 0 || time.asLong() > TagChange.LAST_TIME) {
      throw new MalformedEventException(topic.time() + " must be a time", null);
    }
    String eventId = event.path("eventId").asString(record.partition() + "@" + record.offset());
    return Optional.of(
        new Counted(
            topic,
            new Origin(record.partition(), record.offset()),
            user.asString(),
            new Seen(atMost(record.timestamp(), time.asLong()), digest(eventId)),
            about));
  }

  /** Nothing has happened after Kafka heard of it, whatever the clock of who tells it says. */
  private static long atMost(long heard, long time) {
    return heard < 0 ? time : Math.min(heard, time);
  }

  private static long digest(String eventId) {
    return UUID.nameUUIDFromBytes(eventId.getBytes(StandardCharsets.UTF_8))
        .getMostSignificantBits();
  }

  private void count(List<Optional<Counted>> events) {
    List<Counted> all = events.stream().flatMap(Optional::stream).toList();
    if (!all.isEmpty() && Boolean.TRUE.equals(transaction.execute(status -> add(all)))) {
      grants.give();
    }
  }

  /** Returns whether somebody is to be given a tag. */
  private boolean add(List<Counted> events) {
    String topic = events.get(0).topic().topic();
    SortedMap<Long, Rule> rules = new TreeMap<>();
    Map<Long, SortedMap<String, List<Seen>>> seen = new HashMap<>();
    for (Counted event : progress.claim(topic, events, Counted::origin)) {
      for (Rule rule : event.rules()) {
        rules.put(rule.id(), rule);
        seen.computeIfAbsent(rule.id(), id -> new TreeMap<>())
            .computeIfAbsent(event.userId(), user -> new ArrayList<>())
            .add(event.seen());
      }
    }
    boolean isDue = false;
    for (Rule rule : rules.values()) {
      isDue |= counts.add(rule, Objects.requireNonNull(seen.get(rule.id())), clock.millis());
    }
    return isDue;
  }
}
