package dev.storefront.usertag.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class RuleApiTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired EventPublisher events;
  @Autowired JdbcClient database;
  @Autowired RuleGrants grants;
  @Autowired UserDirectory directory;

  private final long now = System.currentTimeMillis();

  @Test
  void who_has_enough_events_in_the_window_is_given_the_tag_whatever_comes_late_or_twice() {
    api.makeTags("ru-keen");
    put(
        "ru-keen",
        """
        {"tag": "ru-keen", "topic": "page-views", "where": {"skuId": 7.0}, "atLeast": 3,
         "withinSeconds": 60, "expiresAfterSeconds": 3600}\
        """);

    view("ru-three", 7, now - 30_000, "ru-1");
    view("ru-three", 7, now, "ru-3");
    view("ru-three", 7, now - 20_000, "ru-2");
    view("ru-twice", 7, now - 30_000, "ru-4");
    view("ru-twice", 7, now - 30_000, "ru-4");
    view("ru-twice", 7, now, "ru-5");
    // Of a clock that is ahead: Kafka heard of each copy at a time of its own.
    for (int copies = 0; copies < 3; copies++) {
      view("ru-ahead", 7, now + 100_000, "ru-9");
    }
    view("ru-ahead", 7, now - 30_000, "ru-10");
    view("ru-apart", 7, now - 200_000, "ru-6");
    view("ru-apart", 7, now - 100_000, "ru-7");
    view("ru-apart", 7, now, "ru-8");
    for (int i = 0; i < 3; i++) {
      view("ru-other", 8, now, "ru-other-" + i);
    }

    await().atMost(SOON).until(() -> api.isTagged("ru-three", "ru-keen"));
    await().atMost(SOON).until(() -> seen("ru-twice") == 2 && seen("ru-apart") == 3);
    await().atMost(SOON).until(() -> seen("ru-ahead") == 2);
    assertThat(api.users("ru-keen")).containsExactly("ru-three");
    assertThat(api.get("/api/v1/tags/ru-keen/audit").text("/changes/0/by"))
        .isEqualTo("rule ru-keen");
    assertThat(
            database
                .sql(
                    "SELECT expires_at FROM tag_expiry JOIN tagged_user USING (ordinal)"
                        + " WHERE user_id = 'ru-three'")
                .query(Long.class)
                .single())
        .isEqualTo(now + 3_600_000);

    api.delete("/api/v1/users/ru-twice");
    assertThat(seen("ru-twice")).isZero();
  }

  @Test
  void who_is_erased_while_a_rule_gives_him_a_tag_stays_erased() {
    api.makeTags("ru-erased");
    put(
        "ru-erased",
        """
        {"tag": "ru-erased", "topic": "page-views", "where": {"skuId": 99}}\
        """);
    // As an erasure leaves it that comes after it was read who is due.
    grants.give(List.of(new RuleCounts.Due(id("ru-erased"), "ru-gone", now)));
    assertThat(directory.find(new UserId("ru-gone"))).isEmpty();

    api.tag("ru-again", "ru-erased");
    api.untag("ru-again", "ru-erased");
    grants.give(
        List.of(new RuleCounts.Due(id("ru-erased"), "ru-again", System.currentTimeMillis() + 1)));
    assertThat(api.isTagged("ru-again", "ru-erased")).as("who is known anew").isFalse();
  }

  @Test
  void who_cannot_be_given_a_tag_yet_keeps_nobody_waiting() {
    api.makeTags("ru-wait");
    put(
        "ru-wait",
        """
        {"tag": "ru-wait", "topic": "page-views", "where": {"skuId": 98}}\
        """);
    api.untag("ru-stuck", "ru-wait");
    byte[] marks =
        database
            .sql("SELECT marks FROM tagged_user WHERE user_id = 'ru-stuck'")
            .query((row, index) -> row.getBytes(1))
            .single();
    // More than are given tags at a time, and of one of them it cannot be read what he has.
    saveMarksOfStuck(new byte[] {1});
    try {
      database
          .sql(
              """
              INSERT INTO rule_count (rule, user_id, events, kept_until, due)
              WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < 600)
              SELECT ?, IF(seq = 1, 'ru-stuck', CONCAT('ru-wait-', seq)), '', ?, ? + seq FROM n
              """)
          .params(id("ru-wait"), now + 3_600_000, now - 10_000)
          .update();
      view("ru-later", 98, now, "ru-later-1");
      await().atMost(SOON).until(() -> api.isTagged("ru-later", "ru-wait"));
      assertThat(due()).isPositive();
    } finally {
      saveMarksOfStuck(marks);
    }
    await().atMost(SOON).until(() -> due() == 0);
    assertThat(api.isTagged("ru-stuck", "ru-wait")).isFalse();
    assertThat(api.count("ru-wait")).isEqualTo(600);
  }

  private void saveMarksOfStuck(byte[] marks) {
    database
        .sql("UPDATE tagged_user SET marks = ? WHERE user_id = 'ru-stuck'")
        .param(marks)
        .update();
  }

  @Test
  void a_later_call_holds_against_a_rule_and_an_event_of_long_ago_gives_no_tag() {
    api.makeTags("ru-buyer");
    put(
        "ru-buyer",
        """
        {"tag": "ru-buyer", "topic": "flash-sale-events", "where": {"type": "PAID"},
         "expiresAfterSeconds": 3600}\
        """);
    api.untag("ru-taken", "ru-buyer");
    sold("ru-taken", "PAID", now - 5_000);
    sold("ru-old", "PAID", now - 100_000_000);
    sold("ru-grabbed", "GRABBED", now);
    sold(null, "PAID", now);
    sold("ru-paid", "PAID", System.currentTimeMillis());

    await().atMost(SOON).until(() -> seen("ru-paid") + seen("ru-taken") + seen("ru-old") == 3);
    await().atMost(SOON).until(() -> due() == 0);
    await().atMost(SOON).until(() -> api.isTagged("ru-paid", "ru-buyer"));
    assertThat(seen("ru-grabbed")).isZero();
    for (String user : new String[] {"ru-taken", "ru-old", "ru-grabbed"}) {
      assertThat(api.isTagged(user, "ru-buyer")).as(user).isFalse();
    }
  }

  @Test
  void a_click_gives_the_tag_to_its_visitor() {
    api.makeTags("ru-clicked");
    put(
        "ru-clicked",
        """
        {"tag": "ru-clicked", "topic": "shortlink-clicks", "where": {"code": "ruCode"}}\
        """);
    events
        .publish(
            "shortlink-clicks",
            "ruCode",
            Map.of("eventId", "ru-c", "code", "ruCode", "clickedAt", now, "client", "ru-visitor"))
        .join();

    await().atMost(SOON).until(() -> api.isTagged("ru-visitor", "ru-clicked"));
  }

  @Test
  void a_rule_is_made_shown_changed_and_deleted() {
    api.makeTags("ru-made");
    String rule = "{\"tag\": \"ru-made\", \"topic\": \"page-views\", \"where\": {\"skuId\": 1}}";
    assertThat(put("ru-made", rule).status()).isEqualTo(201);
    assertThat(put("ru-made", rule).status()).isEqualTo(200);
    long id = id("ru-made");
    assertThat(put("ru-made", rule).status()).isEqualTo(200);
    assertThat(id("ru-made")).as("one that is the same goes on counting").isEqualTo(id);

    Reply shown = api.get("/api/v1/rules/ru-made");
    assertThat(shown.text("/tag")).isEqualTo("ru-made");
    assertThat(shown.text("/topic")).isEqualTo("page-views");
    assertThat(shown.json().at("/where/skuId").asInt()).isEqualTo(1);
    assertThat(shown.json().get("atLeast").asInt()).isEqualTo(1);
    assertThat(shown.json().has("withinSeconds")).isFalse();

    assertThat(api.delete("/api/v1/rules/ru-made").status()).isEqualTo(204);
    assertThat(api.delete("/api/v1/rules/ru-made").code()).isEqualTo("unknown-rule");
    assertThat(api.get("/api/v1/rules/ru-made").status()).isEqualTo(404);
  }

  @Test
  void rules_are_paged_by_name() {
    api.makeTags("ru-made");
    List<String> names = List.of("ru-page-a", "ru-page-b", "ru-page-c");
    for (String name : names) {
      assertThat(put(name, "{\"tag\": \"ru-made\", \"topic\": \"page-views\"}").status())
          .isEqualTo(201);
    }

    List<String> seen = new ArrayList<>();
    String next = "";
    do {
      Reply page = api.get("/api/v1/rules?limit=2" + next);
      JsonNode rules = page.json().get("rules");
      assertThat(rules.size()).isBetween(1, 2);
      rules.forEach(rule -> seen.add(rule.get("name").asString()));
      next = page.json().has("nextCursor") ? "&cursor=" + page.text("/nextCursor") : "";
    } while (!next.isEmpty());
    assertThat(seen).isSorted().doesNotHaveDuplicates().containsAll(names);

    names.forEach(name -> api.delete("/api/v1/rules/" + name));
    assertThat(api.get("/api/v1/rules?cursor=bad").code()).isEqualTo("invalid-cursor");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tag\": \"ru-right\", \"topic\": \"orders\"}",
        "{\"tag\": \"ru-right\", \"topic\": \"page-views\", \"where\": {\"pin\": \"a\"}}",
        "{\"tag\": \"ru-right\", \"topic\": \"page-views\", \"where\": {\"skuId\": [1]}}",
        "{\"tag\": \"ru-right\", \"topic\": \"page-views\", \"atLeast\": 2}",
        "{\"tag\": \"ru-right\", \"topic\": \"page-views\", \"atLeast\": 101}",
        "{\"topic\": \"page-views\"}"
      })
  void a_rule_that_could_never_hold_is_refused(String rule) {
    api.makeTags("ru-right");
    Reply reply = put("ru-wrong", rule);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
  }

  @Test
  void who_names_another_topic_is_told_which_there_are() {
    Reply reply = put("ru-wrong", "{\"tag\": \"ru-right\", \"topic\": \"orders\"}");
    assertThat(reply.json().at("/errors/0/message").asString())
        .isEqualTo("must be one of flash-sale-events, page-views, shortlink-clicks");
  }

  private Reply put(String name, String rule) {
    return api.send(
        "PUT",
        "/api/v1/rules/" + name,
        "application/json",
        BodyPublishers.ofString(rule),
        TestTokens.operator());
  }

  private void view(String userId, long skuId, long viewedAt, String eventId) {
    events
        .publish(
            "page-views",
            userId,
            Map.of("eventId", eventId, "userId", userId, "skuId", skuId, "viewedAt", viewedAt))
        .join();
  }

  private void sold(String pin, String type, long occurredAt) {
    Map<String, Object> event = new HashMap<>();
    event.put("eventId", UUID.randomUUID().toString());
    event.put("type", type);
    event.put("pin", pin);
    event.put("occurredAt", occurredAt);
    events.publish("flash-sale-events", "7", event).join();
  }

  /** How many events of the user have been counted. */
  private int seen(String userId) {
    return database
        .sql("SELECT COALESCE(SUM(LENGTH(events)), 0) DIV 16 FROM rule_count WHERE user_id = ?")
        .param(userId)
        .query(Integer.class)
        .single();
  }

  private int due() {
    return database
        .sql("SELECT COUNT(*) FROM rule_count WHERE due IS NOT NULL")
        .query(Integer.class)
        .single();
  }

  private long id(String name) {
    return database
        .sql("SELECT id FROM tag_rule WHERE name = ?")
        .param(name)
        .query(Long.class)
        .single();
  }
}
