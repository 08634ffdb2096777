package dev.storefront.usertag.standing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.ServiceTest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What audience-events tells, replayed, against who belongs to the audiences. */
class AudienceEventsTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Autowired AudienceRecords records;
  @Autowired JdbcClient database;
  @Autowired MeterRegistry meters;

  @Test
  void each_transition_is_told_once_whatever_changes_at_the_same_time() {
    api.makeTags("tr-a", "tr-b", "tr-c", "tr-gone");
    IntStream.range(0, 30).forEach(i -> api.tag("tr-" + i, "tr-" + (i % 2 == 0 ? "a" : "gone")));
    put("tr-either", "tr-a OR tr-b");
    put("tr-not", "@tr-either AND NOT tr-c OR tr-gone");
    put("tr-edited", "tr-a AND tr-c");
    put("tr-lacking", "NOT tr-b");
    put("tr-half", "tr-a AND SPLIT(tr-halves, 1, 1, 1)");
    put("tr-share", "SPLIT(tr-halves, 2, 1, 1)"); // no tag concerns it: whoever is new may belong

    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      writers.add(CompletableFuture.runAsync(() -> changeTags(random)));
    }
    List<String> imports =
        List.of(importOf("a", "replace"), importOf("b", "add"), importOf("c", "remove"));
    put("tr-edited", "tr-c OR NOT tr-a");
    put("tr-edited", "tr-b AND NOT tr-c");
    put("tr-either", "tr-a OR tr-c");
    writers.forEach(CompletableFuture::join);
    imports.forEach(
        path -> await().atMost(SOON).until(() -> api.get(path).text("/state").equals("DONE")));
    api.delete("/api/v1/tags/tr-gone");
    put("tr-not", "@tr-either AND NOT tr-c");

    for (String audience :
        List.of("tr-either", "tr-not", "tr-edited", "tr-lacking", "tr-half", "tr-share")) {
      awaitTold(audience);
    }
  }

  @Test
  void a_tag_made_anew_counts_in_the_audiences_that_name_it() {
    api.makeTags("tr-anew", "tr-kept");
    put("tr-reborn", "tr-anew");
    put("tr-around", "@tr-reborn AND tr-kept");
    for (String user : List.of("tr-first", "tr-second")) {
      api.tag(user, "tr-anew");
      api.tag(user, "tr-kept");
    }
    api.delete("/api/v1/tags/tr-anew");
    api.makeTags("tr-anew");
    api.tag("tr-second", "tr-anew");

    for (String audience : List.of("tr-reborn", "tr-around")) {
      awaitTold(audience);
      assertThat(told().get(audience)).containsExactly("tr-second");
    }
  }

  @Test
  void all_leave_an_audience_that_is_deleted_and_one_made_anew_goes_on_from_there() {
    api.makeTags("tr-old", "tr-new");
    IntStream.range(0, 20).forEach(i -> api.tag("tr-old-" + i, "tr-old"));
    IntStream.range(15, 25).forEach(i -> api.tag("tr-old-" + i, "tr-new"));
    put("tr-twice", "tr-old");
    put("tr-left", "tr-old");
    awaitTold("tr-twice");
    awaitTold("tr-left");

    for (String name : List.of("tr-twice", "tr-left")) {
      assertThat(api.delete("/api/v1/audiences/" + name).status()).isEqualTo(204);
      assertThat(api.get("/api/v1/audiences/" + name).status()).isEqualTo(404);
      assertThat(api.delete("/api/v1/audiences/" + name).status()).isEqualTo(404);
    }
    put("tr-twice", "tr-new");
    assertThat(api.get("/api/v1/audiences/tr-twice/counts").json().at("/counts").size())
        .as("the counts of the deleted one are gone")
        .isLessThanOrEqualTo(1);

    awaitTold("tr-twice");
    assertThat(told().get("tr-twice")).hasSize(10);
    await().atMost(SOON).untilAsserted(() -> assertThat(told().get("tr-left")).isEmpty());
    await()
        .atMost(SOON)
        .until(
            () ->
                database
                    .sql("SELECT COUNT(*) FROM standing_audience WHERE deleted")
                    .query(Integer.class)
                    .single()
                    .equals(0));
  }

  @Test
  void who_is_erased_or_loses_a_tag_by_time_leaves_once() {
    api.makeTags("tr-timed", "tr-never");
    put("tr-by-tag", "tr-timed");
    put("tr-by-none", "NOT tr-never");
    awaitTold("tr-by-tag");
    awaitTold("tr-by-none");
    api.put(Api.userTag("tr-ending", "tr-timed") + "?expiresAt=" + Instant.now().plusSeconds(3600));
    api.tag("tr-erased", "tr-timed");
    api.tag("tr-staying", "tr-timed");

    api.delete("/api/v1/users/tr-erased");
    database
        .sql(
            "UPDATE tag_expiry JOIN tagged_user USING (ordinal) SET expires_at = 1"
                + " WHERE user_id = 'tr-ending'")
        .update(); // instead of waiting
    await().atMost(SOON).until(() -> !api.isTagged("tr-ending", "tr-timed"));

    awaitTold("tr-by-tag");
    awaitTold("tr-by-none");
    assertThat(told().get("tr-by-tag")).containsExactly("tr-staying");
    assertThat(told().get("tr-by-none"))
        .contains("tr-ending", "tr-staying")
        .doesNotContain("tr-erased");
  }

  @Test
  void each_transition_is_timed_from_the_change_until_it_is_told() {
    api.makeTags("tr-timer");
    put("tr-on-time", "tr-timer");
    api.tag("tr-t-first", "tr-timer");
    awaitTold("tr-on-time");
    await().atMost(SOON).until(() -> meters.find("storefront.outbox.delay").timer() != null);
    Timer delay = meters.get("storefront.outbox.delay").tag("topic", "audience-events").timer();
    long before = delay.count();
    double millis = delay.totalTime(TimeUnit.MILLISECONDS);
    IntStream.range(0, 10).forEach(i -> api.tag("tr-t-" + i, "tr-timer"));
    awaitTold("tr-on-time");
    assertThat(told().get("tr-on-time")).hasSize(11);
    await().atMost(SOON).until(() -> delay.count() >= before + 10);
    assertThat(delay.totalTime(TimeUnit.MILLISECONDS)).isGreaterThan(millis);
    assertThat(delay.takeSnapshot().histogramCounts())
        .as("percentiles follow from these")
        .hasSizeGreaterThan(10);
  }

  private void awaitTold(String audience) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(api.get("/api/v1/audiences/" + audience).text("/state"))
                    .isEqualTo("LIVE"));
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(told().getOrDefault(audience, Set.of()))
                    .as(audience)
                    .isEqualTo(new HashSet<>(api.users("@" + audience))));
  }

  /** Of users who change meanwhile, and of some who are new; returns where to ask for it. */
  private String importOf(String tag, String mode) {
    String path = "/api/v1/tags/tr-" + tag + "/imports";
    String users = "tr-5\ntr-15\ntr-25\ntr-35\ntr-45\ntr-46";
    return path
        + "/"
        + api.send(
                "POST",
                path + "?mode=" + mode,
                "text/plain",
                BodyPublishers.ofString(users),
                TestTokens.operator())
            .expect(202)
            .text("/id");
  }

  private void changeTags(Random random) {
    for (int i = 0; i < 60; i++) {
      String user = "tr-" + random.nextInt(45); // some are new
      String tag = "tr-" + "abc".charAt(random.nextInt(3));
      if (random.nextBoolean()) {
        api.tag(user, tag);
      } else {
        api.untag(user, tag);
      }
    }
  }

  private void put(String name, String expression) {
    assertThat(
            api.send(
                    "PUT",
                    "/api/v1/audiences/" + name,
                    "application/json",
                    BodyPublishers.ofString("{\"expression\": \"%s\"}".formatted(expression)),
                    TestTokens.operator())
                .status())
        .isIn(200, 201);
  }

  /** Who belongs to each audience, by what was told; fails if somebody enters or leaves twice. */
  private Map<String, Set<String>> told() {
    Map<String, Set<String>> members = new HashMap<>();
    Set<String> eventIds = new HashSet<>();
    for (ConsumerRecord<String, byte[]> record : records.all()) {
      JsonNode event = JSON.readTree(record.value());
      String user = event.get("userId").asString();
      assertThat(record.key()).isEqualTo(user);
      if (!event.get("audience").asString().startsWith("tr-")
          || !eventIds.add(event.get("eventId").asString())) {
        continue;
      }
      Set<String> ofAudience =
          members.computeIfAbsent(event.get("audience").asString(), name -> new HashSet<>());
      boolean changed =
          event.get("type").asString().equals("ENTERED")
              ? ofAudience.add(user)
              : ofAudience.remove(user);
      assertThat(changed).as("%s", event).isTrue();
    }
    return members;
  }
}
