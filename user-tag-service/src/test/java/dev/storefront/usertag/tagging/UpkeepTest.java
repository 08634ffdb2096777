package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

class UpkeepTest extends ServiceTest {

  @Autowired UserDirectory directory;
  @Autowired UserTags userTags;
  @Autowired UnsettledMarks unsettled;
  @Autowired TagCatalog tags;
  @Autowired JdbcClient database;
  @Autowired Agreement agreement;
  @Autowired SegmentStore segments;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;

  @Test
  void what_a_crash_left_unsettled_reaches_redis_later() {
    api.makeTags("keep-up");
    api.untag("keep-1", "keep-up");
    long ordinal = directory.find(new UserId("keep-1")).orElseThrow();
    int number = tags.find("keep-up").orElseThrow().number();
    String pass = pass(ordinal);

    // As a write leaves it that ends between its two steps, six seconds ago.
    userTags.save(Map.of(ordinal, UserMarks.EMPTY.with(number, true, 1)));
    unsettled.add(-7, List.of(new Mark(ordinal, number, true)));
    database.sql("UPDATE unsettled_mark SET since = since - 6000 WHERE write_id = -7").update();

    await().until(() -> api.isTagged("keep-1", "keep-up"));
    await().until(() -> unsettled.ofWrite(-7).isEmpty());
    assertThat(pass(ordinal))
        .as("what the crash left in Redis's hands is refused")
        .isNotEqualTo(pass);
    assertThat(api.users("keep-up")).containsExactly("keep-1");
    agreement.check();
  }

  @Test
  void whoever_gets_an_erased_id_waits_until_that_is_settled_and_nobody_else_does() {
    api.makeTags("keep-id");
    api.tag("keep-id-0", "keep-id");
    long ordinal = directory.find(new UserId("keep-id-0")).orElseThrow();
    List<Mark> marks = List.of(new Mark(ordinal, SegmentStore.KNOWN, false));

    // As an erasure leaves it that ends between its two steps; upkeep does not come to it.
    unsettled.addErasure(-31, marks, "keep-id-gone");
    unsettled.addErasure(-32, marks, "keep-id-other");
    unsettled.add(-33, marks); // by the version before, which did not say whose
    database.sql("UPDATE unsettled_mark SET since = since + 600000 WHERE write_id < -30").update();

    assertThat(api.tag("keep-id-new", "keep-id").status()).isEqualTo(204);
    assertThat(unsettled.ofWrite(-33)).isEmpty();
    assertThat(unsettled.ofWrite(-31)).isEqualTo(marks);
    assertThat(api.tag("keep-id-gone", "keep-id").status()).isEqualTo(204);
    assertThat(unsettled.ofWrite(-31)).isEmpty();
    assertThat(unsettled.ofWrite(-32)).isEqualTo(marks);
    database.sql("UPDATE unsettled_mark SET since = 0 WHERE write_id = -32").update();
    await().until(() -> unsettled.ofWrite(-32).isEmpty());
  }

  @Test
  void what_cannot_be_settled_yet_keeps_nothing_newer_waiting() {
    api.makeTags("keep-wait");
    api.untag("keep-stuck", "keep-wait");
    api.untag("keep-well", "keep-wait");
    long stuck = directory.find(new UserId("keep-stuck")).orElseThrow();
    long well = directory.find(new UserId("keep-well")).orElseThrow();
    int number = tags.find("keep-wait").orElseThrow().number();
    userTags.save(Map.of(well, UserMarks.EMPTY.with(number, true, 1)));

    // More than are settled at a time, and none of them can be: what is recorded cannot be read.
    byte[] marks = marksOf(stuck);
    saveMarks(stuck, new byte[] {1});
    try {
      for (long write = -160; write < -100; write++) {
        unsettled.add(write, List.of(new Mark(stuck, number, true)));
      }
      unsettled.add(-9, List.of(new Mark(well, number, true)));
      database
          .sql(
              "UPDATE unsettled_mark SET since = since - IF(write_id = -9, 6000, 8000)"
                  + " WHERE write_id < 0")
          .update();
      await().until(() -> api.isTagged("keep-well", "keep-wait"));
      assertThat(unsettled.ofWrite(-160)).isNotEmpty();
    } finally {
      saveMarks(stuck, marks);
    }
    await().until(() -> LongStream.range(-160, -100).allMatch(w -> unsettled.ofWrite(w).isEmpty()));
    agreement.check();
  }

  private byte[] marksOf(long ordinal) {
    return database
        .sql("SELECT marks FROM tagged_user WHERE ordinal = ?")
        .param(ordinal)
        .query((row, index) -> row.getBytes(1))
        .single();
  }

  private void saveMarks(long ordinal, byte[] marks) {
    database
        .sql("UPDATE tagged_user SET marks = ? WHERE ordinal = ?")
        .params(marks, ordinal)
        .update();
  }

  private String pass(long ordinal) {
    int segment = segments.layout().segmentOf(ordinal);
    String sets = namespace.key("usertag:sets:{u:%d}".formatted(segment));
    return (String) redis.opsForHash().get(sets, "f");
  }

  @Test
  void an_erasure_that_ended_halfway_in_another_instance_reaches_redis_later() {
    api.makeTags("keep-left", "keep-again");
    api.tag("keep-erased", "keep-left");
    long ordinal = directory.find(new UserId("keep-erased")).orElseThrow();
    int number = tags.find("keep-left").orElseThrow().number();
    userTags.delete(ordinal);
    unsettled.add(
        -8,
        List.of(new Mark(ordinal, number, false), new Mark(ordinal, SegmentStore.KNOWN, false)));

    // The ordinal is still remembered here.
    assertThat(api.tag("keep-erased", "keep-again").status()).isEqualTo(204);

    assertThat(api.delete("/api/v1/users/keep-nobody").status()).isEqualTo(204);
    assertThat(unsettled.ofWrite(-8)).isEmpty();
    assertThat(api.count("keep-left")).isZero();
    assertThat(api.users("keep-again")).containsExactly("keep-erased");
    assertThat(directory.find(new UserId("keep-erased")).orElseThrow()).isGreaterThan(ordinal);
    agreement.check();
  }

  @Test
  void a_mark_that_redis_gets_when_its_user_was_erased_brings_nothing_back() {
    api.makeTags("keep-late");
    api.tag("keep-3", "keep-late");
    Mark late =
        new Mark(
            directory.find(new UserId("keep-3")).orElseThrow(),
            tags.find("keep-late").orElseThrow().number(),
            true);
    api.delete("/api/v1/users/keep-3").expect(204);

    refusedAndBuiltAnew(late);
    refusedAndBuiltAnew(late);
    assertThat(api.count("keep-late")).isZero();
    agreement.check();
  }

  /** The one who tells Redis so has to be wrong, or Redis. */
  private void refusedAndBuiltAnew(Mark mark) {
    int segment = segments.layout().segmentOf(mark.ordinal());
    String before = segments.build(segment);
    assertThatThrownBy(() -> segments.apply(List.of(mark))).isInstanceOf(ProblemException.class);
    await()
        .until(() -> segments.build(segment), build -> !build.isEmpty() && !build.equals(before));
  }

  @Test
  void what_was_done_leaves_nothing_to_settle() {
    api.makeTags("keep-done");
    api.tag("keep-new", "keep-done");
    long ordinal = directory.find(new UserId("keep-new")).orElseThrow();
    assertThat(
            database
                .sql("SELECT COUNT(*) FROM unsettled_mark WHERE ordinal = ?")
                .param(ordinal)
                .query(Long.class)
                .single())
        .isZero();
  }

  @Test
  void a_deleted_tag_is_cleared_by_one_instance() {
    api.makeTags("keep-leased");
    api.tag("keep-4", "keep-leased");
    int number = tags.find("keep-leased").orElseThrow().number();
    await().until(() -> tags.removed().isEmpty());
    lease(-1, Long.MAX_VALUE);
    try {
      api.delete("/api/v1/tags/keep-leased");
      await()
          .during(Duration.ofSeconds(1)) // several rounds
          .atMost(Duration.ofMinutes(1))
          .until(() -> tags.removed().contains(number));
    } finally {
      lease(0, 0);
    }
    await().until(() -> !tags.removed().contains(number));
    agreement.check();
  }

  /** Another instance has it, or nobody. */
  private void lease(long owner, long until) {
    database
        .sql("UPDATE work_lease SET owner = ?, held_until = ? WHERE name = 'removed-tags'")
        .params(owner, until)
        .update();
  }

  @Test
  void a_deleted_tag_is_cleared_though_its_segment_was_lost_meanwhile() {
    api.makeTags("keep-gone");
    api.tag("keep-2", "keep-gone");
    long ordinal = directory.find(new UserId("keep-2")).orElseThrow();
    int number = tags.find("keep-gone").orElseThrow().number();

    redis.delete(
        namespace.key("usertag:sets:{u:%d}".formatted(segments.layout().segmentOf(ordinal))));
    api.delete("/api/v1/tags/keep-gone");

    await().until(() -> !tags.removed().contains(number));
    assertThat(recorded(ordinal).has(number)).isFalse();
    agreement.check();
  }

  @Test
  void who_got_a_tag_as_it_was_deleted_does_not_keep_it() {
    api.makeTags("keep-late");
    api.untag("keep-5", "keep-late");
    long ordinal = directory.find(new UserId("keep-5")).orElseThrow();
    int number = tags.find("keep-late").orElseThrow().number();
    api.delete("/api/v1/tags/keep-late").expect(204);
    await().until(() -> !tags.removed().contains(number));

    // As by a write that recorded it before, and comes to Redis now.
    userTags.save(Map.of(ordinal, UserMarks.EMPTY.with(number, true, 1)));
    unsettled.add(-11, List.of(new Mark(ordinal, number, true)));
    database.sql("UPDATE unsettled_mark SET since = since - 6000 WHERE write_id = -11").update();

    await().until(() -> unsettled.ofWrite(-11).isEmpty());
    assertThat(recorded(ordinal).has(number)).isFalse();
    agreement.check();
  }

  private UserMarks recorded(long ordinal) {
    return database
        .sql("SELECT ordinal, tags, marks FROM tagged_user WHERE ordinal = ?")
        .param(ordinal)
        .query((row, index) -> UserTags.marks(row))
        .single();
  }
}
