package dev.storefront.usertag.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.Reply;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.segment.StoredSets.Stored;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

class SnapshotTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired Runs<SnapshotRequest, SnapshotProgress> tagSnapshots;
  @Autowired SnapshotTable table;
  @Autowired TagCatalog tags;
  @Autowired SegmentStore segments;
  @Autowired TransactionOperations transaction;
  @Autowired RunFactory runs;
  @Autowired JdbcClient database;
  @Autowired Clock clock;
  @Autowired UserDirectory directory;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;

  LocalDate today;

  @BeforeEach
  void awaitTheFirst() {
    today = LocalDate.now(clock);
    int yesterday = (int) today.minusDays(1).toEpochDay();
    // The service's own, if it is early enough in the day for one.
    await()
        .atMost(SOON)
        .until(
            () ->
                !LocalTime.now(clock).isBefore(SnapshotSchedule.LATEST)
                    || table.isTaken(yesterday));
  }

  @Test
  void a_day_whose_end_nobody_saw_has_no_snapshot() {
    SnapshotSchedule afternoon = schedule("1990-01-02T14:00:00Z");
    SnapshotSchedule night = schedule("1990-01-03T00:30:00Z");
    afternoon.look();
    assertThat(tagSnapshots.page(1000, null).items())
        .noneMatch(run -> run.request().day() == day("1990-01-01"));
    await()
        .atMost(SOON)
        .until(
            () -> {
              night.look();
              return table.isTaken(day("1990-01-02"));
            });
    assertThat(table.isTaken(day("1990-01-01"))).isFalse();
  }

  @Test
  void a_snapshot_that_goes_on_hours_later_is_none_of_the_day() {
    api.makeTags("sn-late");
    api.tag("sn-6", "sn-late");
    Clock later = Clock.offset(clock, Duration.ofHours(4));
    awaitRun("late", table, later, day("1990-01-20"), RunState.FAILED);
    assertThat(table.isTaken(day("1990-01-20"))).isFalse();
  }

  @Test
  void of_a_tag_without_users_nothing_is_written() {
    api.makeTags("sn-nobody");
    api.tag("sn-7", "sn-nobody");
    api.untag("sn-7", "sn-nobody");
    List<Integer> kept = new CopyOnWriteArrayList<>();
    SnapshotTable noting =
        new SnapshotTable(database) {
          @Override
          void keep(int segment, String build, Stored set, int day) {
            kept.add(set.tag());
            super.keep(segment, build, set, day);
          }
        };
    awaitRun("noted", noting, clock, (int) today.minusDays(30).toEpochDay(), RunState.DONE);
    assertThat(kept).doesNotContain(tags.find("sn-nobody").orElseThrow().number());
  }

  /** Takes a snapshot by a kind of runs of its own, until its run ends so. */
  private void awaitRun(String kind, SnapshotTable into, Clock at, int day, RunState end) {
    Runs<SnapshotRequest, SnapshotProgress> own =
        runs.runs(
            new RunKind<>(
                "tag-snapshot-" + kind, SnapshotRequest.class, SnapshotProgress.START, 1, 10, 0),
            new SnapshotTask(segments, tags, into, transaction, at));
    own.start();
    try {
      RunStart.Started run = (RunStart.Started) own.start(new SnapshotRequest(day));
      await().atMost(SOON).until(() -> own.find(run.id()).orElseThrow().state() == end);
    } finally {
      own.stop();
    }
  }

  @Test
  void a_segment_that_was_built_anew_with_the_same_users_takes_nothing() {
    api.makeTags("sn-built");
    api.tag("sn-8", "sn-built");
    take(today.minusDays(29));
    int segment = segments.layout().segmentOf(directory.find(new UserId("sn-8")).orElseThrow());
    String build = segments.build(segment);
    redis.delete(namespace.key("usertag:sets:{u:%d}".formatted(segment)));
    await().atMost(SOON).until(() -> api.query("sn-built").status() == 200);
    assertThat(segments.build(segment)).isNotEqualTo(build);
    take(today.minusDays(28));
    assertThat(rows("sn-built")).isEqualTo(1);
    assertThat(users("sn-built", today.minusDays(28))).containsExactly("sn-8");
  }

  private SnapshotSchedule schedule(String now) {
    return new SnapshotSchedule(
        tagSnapshots, table, Clock.fixed(Instant.parse(now), ZoneOffset.UTC));
  }

  private static int day(String day) {
    return (int) LocalDate.parse(day).toEpochDay();
  }

  @Test
  void audiences_can_be_asked_for_as_they_were_at_the_end_of_a_day() {
    LocalDate first = today.minusDays(20);
    LocalDate second = today.minusDays(10);
    api.makeTags("sn-a", "sn-b");
    api.tag("sn-1", "sn-a");
    api.tag("sn-2", "sn-a");
    api.tag("sn-2", "sn-b");
    take(first);
    api.untag("sn-1", "sn-a");
    api.tag("sn-3", "sn-a");
    take(second);
    long rows = rows();
    take(today.minusDays(9));
    assertThat(rows()).as("what did not change takes nothing").isEqualTo(rows);
    api.untag("sn-2", "sn-a");

    assertThat(users("sn-a", first)).containsExactly("sn-1", "sn-2");
    assertThat(users("sn-a AND NOT sn-b", first)).containsExactly("sn-1");
    assertThat(users("NOT sn-a", first)).doesNotContain("sn-1", "sn-2", "sn-3");
    assertThat(users("sn-a", second)).containsExactly("sn-2", "sn-3");
    assertThat(users("NOT sn-a", second)).contains("sn-1");
    assertThat(users("sn-a", today.minusDays(9))).containsExactly("sn-2", "sn-3");
    assertThat(users("sn-a", LocalDate.now(clock))).containsExactly("sn-3");
    assertThat(post("count", "sn-a", second).json().get("count").asInt()).isEqualTo(2);
    assertThat(post("explain", "sn-a AND sn-b", first).json().get("count").asInt()).isEqualTo(1);
    assertThat(overlap(first, "sn-a", "sn-b").json().at("/counts/0/1").asInt()).isEqualTo(1);

    api.delete("/api/v1/users/sn-2");
    assertThat(users("sn-a", first)).containsExactly("sn-1");
  }

  @Test
  void a_day_that_nothing_is_known_of_is_refused() {
    api.makeTags("sn-none");
    age(+100);
    try {
      for (String call : List.of("query", "count", "explain")) {
        assertThat(post(call, "sn-none", today.minusDays(51)).code()).isEqualTo("no-snapshot");
        assertThat(post(call, "sn-missing", today.minusDays(51)).code()).isEqualTo("unknown-tag");
        assertThat(post(call, "sn-none AND", today.minusDays(51)).code())
            .isEqualTo("invalid-expression");
      }
      assertThat(overlap(today.minusDays(51), "sn-none", "sn-missing").code())
          .isEqualTo("unknown-tag");
      remember("sn-none");
      api.delete("/api/v1/tags/sn-none").expect(204);
      assertThat(post("query", "sn-none", today.minusDays(51)).code()).isEqualTo("unknown-tag");
      api.makeTags("sn-none");
    } finally {
      age(-100);
    }
    Reply future = post("query", "sn-none", today.plusDays(2));
    assertThat(future.status()).isEqualTo(400);
    assertThat(future.code()).isEqualTo("invalid-request");
    assertThat(future.json().at("/errors/0/field").asString()).isEqualTo("asOf");
    for (String moment : List.of(today + "T12:00:00Z", today + "T12:00:00", " " + today)) {
      api.post("/api/v1/audiences/count", Map.of("expression", "sn-none", "asOf", moment))
          .isInvalid("asOf");
    }
  }

  /** As if the service's database had been made so many days earlier. */
  private void age(int days) {
    database
        .sql("UPDATE flyway_schema_history SET installed_on = installed_on - INTERVAL ? DAY")
        .param(days)
        .update();
  }

  @Test
  void before_the_service_knew_anybody_nobody_had_any_tag() {
    api.makeTags("sn-before", "sn-before-too");
    api.tag("sn-10", "sn-before");
    for (LocalDate day : List.of(today.minusDays(52), LocalDate.EPOCH, LocalDate.of(1, 1, 1))) {
      for (String expression : List.of("sn-before", "NOT sn-before", "SPLIT(s, 1, 1)")) {
        Reply users = post("query", expression, day).isOk();
        assertThat(users.list("/users")).isEmpty();
        assertThat(users.number("/count")).isZero();
        assertThat(users.json().has("nextCursor")).isFalse();
        assertThat(post("count", expression, day).isOk().number("/count")).isZero();
        assertThat(post("explain", expression, day).isOk().number("/count")).isZero();
      }
    }
    assertThat(overlap(today.minusDays(52), "sn-before", "NOT sn-before-too").isOk().at("/counts"))
        .hasToString("[[0,0],[0,0]]");
    age(+40);
    try {
      assertThat(post("count", "sn-before", today.minusDays(39)).code()).isEqualTo("no-snapshot");
      assertThat(post("count", "sn-before", today.minusDays(42)).isOk().number("/count")).isZero();
    } finally {
      age(-40);
    }
  }

  private Reply overlap(LocalDate day, String... expressions) {
    return api.post(
        "/api/v1/audiences/overlap",
        Map.of("expressions", List.of(expressions), "asOf", day.toString()));
  }

  @Test
  void what_is_too_old_is_forgotten_but_what_still_holds_is_kept() {
    api.makeTags("sn-old");
    api.tag("sn-4", "sn-old");
    int day = (int) today.toEpochDay();
    take(LocalDate.ofEpochDay(day - 200));
    api.tag("sn-5", "sn-old");
    take(LocalDate.ofEpochDay(day - 100));
    take(LocalDate.ofEpochDay(day - 50));

    while (table.forgetSome(day - 90)) {}

    assertThat(table.isTaken(day - 200)).isFalse();
    assertThat(users("sn-old", LocalDate.ofEpochDay(day - 50))).containsExactly("sn-4", "sn-5");
    assertThat(rows("sn-old")).isEqualTo(1);
  }

  /** Later days than of the tests before: what is kept follows one upon another. */
  private void take(LocalDate day) {
    RunStart.Started run =
        (RunStart.Started) tagSnapshots.start(new SnapshotRequest((int) day.toEpochDay()));
    await()
        .atMost(SOON)
        .until(() -> tagSnapshots.find(run.id()).orElseThrow().state() == RunState.DONE);
  }

  /** All of them, page by page: other tests' users may come first. */
  private List<String> users(String expression, LocalDate day) {
    Map<String, Object> question = new HashMap<>();
    question.putAll(Map.of("expression", expression, "asOf", day.toString(), "limit", 1000));
    List<String> users = new ArrayList<>();
    Reply page;
    do {
      page = api.post("/api/v1/audiences/query", question).isOk();
      users.addAll(page.list("/users"));
      question.put("cursor", page.json().path("nextCursor").asString(""));
    } while (page.json().has("nextCursor"));
    return users;
  }

  private Reply post(String call, String expression, LocalDate day) {
    return api.post(
        "/api/v1/audiences/" + call, Map.of("expression", expression, "asOf", day.toString()));
  }

  private long rows() {
    return rows("sn-a") + rows("sn-b");
  }

  private long rows(String tag) {
    return database
        .sql("SELECT COUNT(*) FROM segment_snapshot WHERE tag = ?")
        .param(tags.find(tag).orElseThrow().number())
        .query(Long.class)
        .single();
  }
}
