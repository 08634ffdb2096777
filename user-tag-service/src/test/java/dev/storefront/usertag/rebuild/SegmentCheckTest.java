package dev.storefront.usertag.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.Agreement;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class SegmentCheckTest extends ServiceTest {

  private static final String CHECKS = "/api/v1/segment-checks";
  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired Runs<CheckRequest, CheckProgress> segmentChecks;
  @Autowired SegmentStore segments;
  @Autowired TagCatalog tags;
  @Autowired UserDirectory directory;
  @Autowired Agreement agreement;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired JdbcClient database;

  /**
   * What other tests left is put right first: of users with unsettled marks nothing is repaired.
   */
  @BeforeEach
  void begin() {
    api.makeTags("ck-one", "ck-two");
    tagAll("ck-one", Stream.of("ck-1", "ck-2", "ck-3"));
    await().until(() -> tags.removed().isEmpty());
    awaitSettled();
    check();
  }

  private void awaitSettled() {
    String left = "SELECT COUNT(*) FROM unsettled_mark";
    await().atMost(SOON).until(() -> database.sql(left).query(Long.class).single() == 0);
  }

  @Test
  void what_is_right_is_left_alone() {
    CheckProgress progress = check();
    assertThat(progress.repaired()).isZero();
    assertThat(progress.lost()).isZero();
    assertThat(progress.compared()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void marks_that_redis_has_too_many_or_lacks_become_as_in_the_database() {
    segments.apply(
        List.of(
            new Mark(ordinal("ck-1"), number("ck-one"), false),
            new Mark(ordinal("ck-2"), number("ck-two"), true)));
    assertThat(api.users("ck-two")).containsExactly("ck-2");

    assertThat(check().repaired()).isEqualTo(2);
    assertThat(api.users("ck-one")).containsExactly("ck-1", "ck-2", "ck-3");
    assertThat(api.users("ck-two")).isEmpty();
    agreement.check();
  }

  @Test
  void a_direction_that_somebody_took_away_is_back() {
    String sets = key("usertag:sets", "ck-1");
    redis.opsForHash().delete(sets, Integer.toString(number("ck-one")));
    assertThat(check().repaired()).isPositive();
    assertThat(api.users("ck-one")).containsExactly("ck-1", "ck-2", "ck-3");

    String own = key("usertag:all", "ck-1");
    String block = redis.<String, byte[]>opsForHash().keys(own).iterator().next();
    redis.opsForHash().put(own, block, "");
    assertThat(check().repaired()).isPositive();
    agreement.check();
  }

  @Test
  void somebody_of_whom_the_database_knows_nothing_is_forgotten() {
    api.tag("ck-gone", "ck-two");
    long ordinal = ordinal("ck-gone");
    database.sql("DELETE FROM tagged_user WHERE ordinal = ?").param(ordinal).update();
    directory.forget(List.of("ck-gone"));
    assertThat(api.count("ck-two")).isEqualTo(1);

    assertThat(check().repaired()).as("his tag, and that he is known").isEqualTo(2);
    assertThat(api.count("ck-two")).isZero();
    agreement.check();
  }

  @Test
  void a_count_that_is_wrong_has_the_segment_built_anew() {
    RedisTemplate<String, byte[]> bytes = bytes(redis);
    String sets = key("usertag:sets", "ck-1");
    String field = Integer.toString(number("ck-one"));
    byte[] entry = bytes.<String, byte[]>opsForHash().get(sets, field);
    entry[3] += 7; // the last byte of how many users there are
    bytes.opsForHash().put(sets, field, entry);
    int segment = segments.layout().segmentOf(ordinal("ck-1"));
    String before = segments.build(segment);

    assertThat(check().lost()).isEqualTo(1);
    await()
        .until(() -> segments.build(segment), build -> !build.isEmpty() && !build.equals(before));
    assertThat(api.count("ck-one")).isEqualTo(3);
    agreement.check();
  }

  @Test
  void segments_with_values_that_cannot_be_read_are_built_anew_in_one_round() {
    tagAll("ck-two", IntStream.range(0, 5 * 64).mapToObj(i -> "ck-cut-" + i));
    RedisTemplate<String, byte[]> bytes = bytes(redis);
    String field = Integer.toString(number("ck-two"));
    List<String> users = List.of("ck-cut-64", "ck-cut-128", "ck-cut-192", "ck-cut-256");
    for (int kind = 0; kind < users.size(); kind++) {
      String sets = key("usertag:sets", users.get(kind));
      String own = key("usertag:all", users.get(kind));
      byte[] entry = bytes.<String, byte[]>opsForHash().get(sets, field);
      byte[] block = bytes.<String, byte[]>opsForHash().get(own, "0");
      switch (kind) {
        case 0 -> bytes.opsForHash().put(sets, field, Arrays.copyOf(entry, 7));
        case 1 -> bytes.opsForHash().put(sets, field, Arrays.copyOf(entry, entry.length - 1));
        case 2 -> bytes.opsForHash().put(own, "0", Arrays.copyOf(block, block.length - 1));
        default -> {
          entry[0] = 9;
          bytes.opsForHash().put(sets, field, entry);
        }
      }
    }
    List<String> before = users.stream().map(user -> segments.build(segment(user))).toList();

    CheckProgress round = check();

    assertThat(round.next()).as("all segments").isGreaterThan(segments.lastSegment());
    assertThat(round.lost()).as("unless somebody else found them").isBetween(1, users.size());
    for (int kind = 0; kind < users.size(); kind++) {
      int segment = segment(users.get(kind));
      String old = before.get(kind);
      await().until(() -> segments.build(segment), build -> !build.isEmpty() && !build.equals(old));
      api.tag(users.get(kind), "ck-one");
    }
    assertThat(api.count("ck-two")).isEqualTo(5 * 64);
    agreement.check();
    users.forEach(user -> api.untag(user, "ck-one"));
    api.delete("/api/v1/tags/ck-two").expect(204);
  }

  @Test
  void who_writes_what_cannot_be_read_has_the_segment_built_anew() {
    RedisTemplate<String, byte[]> bytes = bytes(redis);
    String own = key("usertag:all", "ck-1");
    String block = redis.<String, byte[]>opsForHash().keys(own).iterator().next();
    byte[] tags = bytes.<String, byte[]>opsForHash().get(own, block);
    bytes.opsForHash().put(own, block, Arrays.copyOf(tags, tags.length - 1));

    await().until(() -> api.tag("ck-3", "ck-two").status() == 204);

    // Whoever of the block is read finds it, if the one who wrote did not come so far.
    await().ignoreExceptions().untilAsserted(agreement::check);
    assertThat(api.users("ck-two")).containsExactly("ck-3");
    assertThat(api.users("ck-one")).containsExactly("ck-1", "ck-2", "ck-3");
    api.untag("ck-3", "ck-two");
  }

  private int segment(String user) {
    return segments.layout().segmentOf(ordinal(user));
  }

  @Test
  void what_is_just_changing_is_not_repaired() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(2);
    try {
      List<? extends Future<?>> writing =
          IntStream.range(0, 2)
              .mapToObj(
                  writer ->
                      writers.submit(
                          () -> {
                            for (int i = 0; i < 150; i++) {
                              String user =
                                  "ck-w"
                                      + writer
                                      + "-"
                                      + (i % 2 == 0 ? i : i % 5); // many of them new
                              api.tag(user, "ck-two");
                              api.untag(user, "ck-two");
                            }
                          }))
              .toList();
      do {
        assertThat(check().repaired()).isZero();
      } while (!writing.stream().allMatch(Future::isDone));
      for (Future<?> writer : writing) {
        writer.get();
      }
    } finally {
      writers.shutdownNow();
    }
    awaitSettled();
    agreement.check();
  }

  @Test
  void operators_see_the_rounds() {
    CheckProgress progress = check();
    JsonNode round = api.get(CHECKS + "?limit=1").expect(200).json().get("items").get(0);
    assertThat(round.get("state").asText()).isEqualTo("DONE");
    assertThat(round.get("users").asLong()).isEqualTo(progress.compared());
    assertThat(round.get("repaired").asLong()).isZero();
  }

  @Test
  void a_round_is_cancelled() {
    String path;
    segmentChecks.stop(); // so that it does not end by itself
    try {
      path = CHECKS + "/" + ((RunStart.Started) order()).id();
      api.delete(path).expect(204);
    } finally {
      segmentChecks.start();
    }
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(api.get(path).text("/state")).isEqualTo("CANCELLED"));
    assertThat(api.get(CHECKS + "/no-number").code()).isEqualTo("unknown-segment-check");
  }

  private CheckProgress check() {
    long id = ((RunStart.Started) order()).id();
    Run<CheckRequest, CheckProgress> run =
        await()
            .atMost(SOON)
            .until(() -> segmentChecks.find(id).orElseThrow(), found -> found.state().isOver());
    assertThat(run.state()).isEqualTo(RunState.DONE);
    return run.progress();
  }

  /** Once no other is under way. */
  private RunStart order() {
    return await()
        .atMost(SOON)
        .until(
            () -> segmentChecks.startAlone(new CheckRequest(), "check", "check"),
            RunStart.Started.class::isInstance);
  }

  private long ordinal(String user) {
    return directory.find(new UserId(user)).orElseThrow();
  }

  private int number(String tag) {
    return tags.find(tag).orElseThrow().number();
  }

  private String key(String kind, String user) {
    return namespace.key("%s:{u:%d}".formatted(kind, segments.layout().segmentOf(ordinal(user))));
  }
}
