package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.TopicReader;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.progress.TopicProgress;
import dev.storefront.usertag.user.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.transaction.support.TransactionTemplate;

class TagChangeListenerTest extends ServiceTest {

  private static final String TOPIC = "user-tag-changes";
  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired EventPublisher events;
  @Autowired ConsumerFactory<String, byte[]> consumers;
  @Autowired Namespace namespace;
  @Autowired TopicReader topic;
  @Autowired TagChangeListener listener;
  @Autowired JdbcClient database;
  @Autowired TopicProgress progress;
  @Autowired TransactionTemplate transaction;

  @BeforeEach
  void makeTags() {
    api.makeTags("ev-a", "ev-b", "ev-c", "ev-d");
  }

  @Test
  void changes_from_the_topic_are_made_in_their_order() {
    for (int i = 0; i < 50; i++) {
      send("ev-" + i, "ev-a", true);
      send("ev-" + i, "ev-b", true);
      send("ev-" + i, "ev-a", i % 2 == 0);
    }
    await().atMost(SOON).until(() -> api.count("ev-b") == 50 && api.count("ev-a") == 25);
    assertThat(api.isTagged("ev-10", "ev-a")).isTrue();
    assertThat(api.isTagged("ev-11", "ev-a")).isFalse();
  }

  @Test
  void an_event_that_comes_twice_does_not_undo_what_happened_since() {
    Map<String, Object> event = event("ev-twice", "ev-a", true);
    events.publish(TOPIC, "ev-twice", event).join();
    await().atMost(SOON).until(() -> api.isTagged("ev-twice", "ev-a"));
    api.untag("ev-twice", "ev-a");
    events.publish(TOPIC, "ev-twice", event).join();
    events.publish(TOPIC, "ev-twice", event("ev-twice", "ev-b", true)).join();
    await().atMost(SOON).until(() -> api.isTagged("ev-twice", "ev-b"));
    assertThat(api.isTagged("ev-twice", "ev-a")).isFalse();
  }

  @Test
  void of_two_changes_the_later_one_holds_whichever_comes_first() {
    long now = System.currentTimeMillis();
    events.publish(TOPIC, "ev-late", event("ev-late", "ev-c", false, now)).join();
    events.publish(TOPIC, "ev-late", event("ev-late", "ev-c", true, now - 60_000)).join();
    api.tag("ev-late-2", "ev-c");
    events.publish(TOPIC, "ev-late", event("ev-late-2", "ev-c", false, now - 60_000)).join();
    events.publish(TOPIC, "ev-late", event("ev-late", "ev-d", true, now)).join();
    await().atMost(SOON).until(() -> api.isTagged("ev-late", "ev-d"));
    assertThat(api.isTagged("ev-late", "ev-c")).isFalse();
    assertThat(api.isTagged("ev-late-2", "ev-c")).isTrue();
  }

  @Test
  void a_change_by_rest_holds_after_one_of_the_last_time_there_is() {
    events.publish(TOPIC, "ev-last", event("ev-last", "ev-c", true, UserMarks.LAST_TIME)).join();
    await().atMost(SOON).until(() -> api.isTagged("ev-last", "ev-c"));
    api.untag("ev-last", "ev-c");
    send("ev-last", "ev-c", true);
    send("ev-last", "ev-d", true);
    await().atMost(SOON).until(() -> api.isTagged("ev-last", "ev-d"));
    assertThat(api.isTagged("ev-last", "ev-c")).isFalse();
  }

  @Test
  void a_replay_of_the_whole_topic_changes_nothing() throws InterruptedException {
    send("ev-again", "ev-c", true);
    send("ev-again", "ev-d", true);
    await().atMost(SOON).until(() -> api.isTagged("ev-again", "ev-d"));
    // As if nobody knew since when anything holds: only how far the topic was applied can help.
    database
        .sql("UPDATE tagged_user SET marks = NULL, tags = '' WHERE user_id = 'ev-again'")
        .update();

    topic.read(TOPIC, Map.of(), topic.ends(TOPIC), (records, next) -> listener.changed(records));

    assertThat(
            database
                .sql("SELECT marks IS NULL FROM tagged_user WHERE user_id = 'ev-again'")
                .query(Boolean.class)
                .single())
        .isTrue();
    api.tag("ev-again", "ev-c");
    api.tag("ev-again", "ev-d");
  }

  @Test
  void who_applies_one_partition_does_not_wait_for_who_applies_another() {
    // Partitions that the topic does not have, of which nothing is known yet.
    transaction.executeWithoutResult(
        first -> {
          claim(changeOf(1_000));
          CompletableFuture.runAsync(
                  () ->
                      transaction.executeWithoutResult(
                          second -> {
                            assertThat(claim(changeOf(999), changeOf(1_001))).hasSize(2);
                            second.setRollbackOnly();
                          }))
              .join();
          first.setRollbackOnly();
        });
  }

  private List<TagChange> claim(TagChange... changes) {
    return progress.claim(TOPIC, List.of(changes), TagChange::origin);
  }

  private static TagChange changeOf(int partition) {
    return new TagChange(
        new TopicProgress.Origin(partition, 0), new UserId("ev-nobody"), 1, true, 1L, null, null);
  }

  @Test
  void what_cannot_be_processed_goes_to_the_dead_letters_and_the_rest_goes_on() {
    events.publish(TOPIC, "ev-x", Map.of("eventId", "e1", "userId", "ev-x")).join();
    events.publish(TOPIC, "ev-x", event("x".repeat(65), "ev-a", true)).join();
    send("ev-x", "ev-none", true);
    send("ev-x", "ev-a", true);
    await().atMost(SOON).until(() -> api.isTagged("ev-x", "ev-a"));
    ConcurrentLinkedQueue<String> reasons = new ConcurrentLinkedQueue<>();
    TopicPartition letters = new TopicPartition(namespace.topic(TOPIC) + ".dlt", 0);
    try (Consumer<String, byte[]> consumer = consumers.createConsumer("ev-dlt-reader", "")) {
      consumer.assign(List.of(letters));
      consumer.seekToBeginning(List.of(letters));
      await()
          .atMost(SOON)
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> letter :
                    consumer.poll(Duration.ofMillis(100))) {
                  if ("ev-x".equals(letter.key())) {
                    reasons.add(
                        new String(
                            letter.headers().lastHeader("reason").value(), StandardCharsets.UTF_8));
                  }
                }
                return reasons.size() >= 3;
              });
    }
    assertThat(reasons)
        .anyMatch(reason -> reason.contains("present") && reason.contains("tag"))
        .anyMatch(reason -> reason.equals("userId " + UserId.RULE))
        .anyMatch(reason -> reason.equals("unknown tag ev-none"));
  }

  private void send(String userId, String tag, boolean present) {
    events.publish(TOPIC, userId, event(userId, tag, present)).join();
  }

  private static Map<String, Object> event(String userId, String tag, boolean present) {
    return event(userId, tag, present, 1_800_000_000_000L);
  }

  private static Map<String, Object> event(
      String userId, String tag, boolean present, long changedAt) {
    return Map.of(
        "eventId",
        UUID.randomUUID().toString(),
        "userId",
        userId,
        "tag",
        tag,
        "present",
        present,
        "changedAt",
        changedAt);
  }
}
