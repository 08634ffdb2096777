package dev.storefront.usertag.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.testing.Reply;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.segment.SegmentBuilds;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.user.UserDirectory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Nothing tells {@link GroundTable} what this instance changes: each is another one's to it. */
class GroundTableTest extends ServiceTest {

  /** Long enough for some rounds of confirmations, short enough for who waits for a lock. */
  private static final Duration ROUNDS = Duration.ofSeconds(1);

  @Autowired GroundTable grounds;
  @Autowired TagRegistry registry;
  @Autowired SegmentBuilds builds;
  @Autowired SegmentStore segments;
  @Autowired UserDirectory directory;
  @Autowired JdbcClient database;

  @Test
  void a_tag_that_is_remembered_is_answered_for_until_its_deletion_is_committed_and_no_longer() {
    api.makeTags("gr-gone");
    api.tag("gr-1", "gr-gone");
    remember("gr-gone");
    transaction.executeWithoutResult(
        status -> {
          assertThat(registry.remove("gr-gone")).isTrue();
          await()
              .during(ROUNDS)
              .until(
                  () ->
                      api.count("gr-gone") == 1
                          && api.isTagged("gr-1", "gr-gone")
                          && isDatabaseAsked("gr-gone"));
        });
    assertThat(api.get("/api/v1/users/gr-1/tags/gr-gone").code()).isEqualTo("unknown-tag");
    assertThat(api.query("gr-gone").code()).isEqualTo("unknown-tag");
  }

  @Test
  void a_tag_is_made_and_described_while_another_one_is_being_deleted_and_that_one_after_it() {
    api.makeTags("gr-leaving", "gr-staying");
    CompletableFuture<Reply> anew = new CompletableFuture<>();
    transaction.executeWithoutResult(
        status -> {
          assertThat(registry.remove("gr-leaving")).isTrue();
          api.put("/api/v1/tags/gr-coming").expect(201);
          api.put("/api/v1/tags/gr-staying").expect(200);
          anew.completeAsync(
              () ->
                  await()
                      .until(
                          () -> api.put("/api/v1/tags/gr-leaving"),
                          reply -> !hasWaitedInVain(reply)));
          await().during(Duration.ofMillis(300)).until(() -> !anew.isDone());
        });
    anew.join().expect(201);
    api.get("/api/v1/tags/gr-leaving").expect(200);
    api.get("/api/v1/tags/gr-coming").expect(200);
  }

  /** It waits for two seconds at most; a slow machine may need longer for what it waits for. */
  private static boolean hasWaitedInVain(Reply reply) {
    if (reply.status() != 503) {
      return false;
    }
    assertThat(reply.took()).isGreaterThan(Duration.ofSeconds(1));
    return true;
  }

  @Test
  void a_mark_of_a_tag_deleted_and_made_anew_is_not_the_former_one_s() {
    api.makeTags("gr-anew");
    api.tag("gr-2", "gr-anew");
    remember("gr-anew");
    assertThat(api.isTagged("gr-2", "gr-anew")).isTrue();
    api.delete("/api/v1/tags/gr-anew").expect(204);
    api.makeTags("gr-anew");
    assertThat(api.isTagged("gr-2", "gr-anew")).isFalse();
    assertThat(api.count("gr-anew")).isZero();
  }

  @Test
  void what_is_remembered_of_a_tag_is_older_than_what_a_segment_told_since() {
    api.makeTags("gr-older", "gr-younger");
    api.tag("gr-3", "gr-older");
    remember("gr-older");
    api.delete("/api/v1/tags/gr-older").expect(204);
    remember("gr-younger"); // so this instance has heard of the edition, confirmed
    assertThat(api.query("gr-older").code()).isEqualTo("unknown-tag");
  }

  @Test
  void what_no_segment_tells_is_asked_for_again_after_ten_seconds() {
    api.makeTags("gr-by-hand");
    api.tag("gr-6", "gr-by-hand");
    AtomicLong nanos = new AtomicLong();
    GroundTable table = table(nanos::get);
    AtomicLong readAt = new AtomicLong();
    await()
        .until(
            () -> {
              nanos.incrementAndGet();
              table.read(Set.of("gr-by-hand"));
              readAt.set(nanos.getAndIncrement());
              return statements(() -> table.holds(answer(table, "gr-by-hand"))) == 0;
            });
    database.sql("DELETE FROM tag WHERE name = 'gr-by-hand'").update();
    nanos.set(readAt.get() + Duration.ofSeconds(10).toNanos() - 1);
    assertThat(table.holds(answer(table, "gr-by-hand"))).isTrue();
    nanos.incrementAndGet();
    assertThat(table.holds(answer(table, "gr-by-hand"))).isFalse();
    assertThat(table.remembered(Set.of("gr-by-hand"))).isNull();
  }

  /** Of the first segment, whose edition only deletions change. */
  private Ground answer(GroundTable table, String tag) {
    Ground ground = Objects.requireNonNull(table.remembered(Set.of(tag)));
    assertThat(ScriptRunner.await(segments.read(0, List.of(), true, ground::saw)).get()).hasSize(1);
    return ground;
  }

  private GroundTable table(Ticker ticker) {
    return new GroundTable(database, builds, segments.layout(), new SimpleMeterRegistry(), ticker);
  }

  @Test
  void what_is_read_is_as_old_as_the_moment_before() {
    transaction.executeWithoutResult(
        status -> {
          GroundTable table = table(this::questions);
          long before = questions();
          assertThat(table.read(Set.of("gr-any")).readAt()).isEqualTo(before + 1);
          assertThat(questions()).as("so it was asked").isEqualTo(before + 3);
        });
  }

  @Test
  void users_of_segments_begun_since_are_counted() {
    api.makeTags("gr-many", "gr-none");
    for (int round = 0; round < 3; round++) {
      remember("NOT gr-none");
      long before = api.count("NOT gr-none");
      String users = "gr-many-" + round + "-";
      tagAll("gr-many", IntStream.range(0, 150).mapToObj(user -> users + user));
      assertThat(api.count("NOT gr-none")).isEqualTo(before + 150);
      assertThat(api.count("gr-many")).isEqualTo(150L * (round + 1));
    }
  }

  @Test
  void as_long_as_a_segment_is_being_begun_the_database_is_asked() {
    api.makeTags("gr-begun");
    api.tag("gr-4", "gr-begun");
    remember("NOT gr-begun");
    transaction.executeWithoutResult(
        status -> {
          builds.open(directory.lockHighestOrdinal(), 64);
          long users = api.count("NOT gr-begun");
          await()
              .during(ROUNDS)
              .until(() -> api.count("NOT gr-begun") == users && isDatabaseAsked("NOT gr-begun"));
        });
    remember("NOT gr-begun");
  }

  /** In a transaction of another thread: what that reads is not remembered, but by other calls. */
  private boolean isDatabaseAsked(String expression) {
    return statements(() -> search.count(expression)) > 0;
  }

  @Test
  void the_mark_of_a_user_nobody_knows_is_told_by_no_segment_so_the_database_is_asked() {
    api.makeTags("gr-nobody");
    api.tag("gr-5", "gr-nobody");
    remember("gr-nobody");
    api.delete("/api/v1/tags/gr-nobody").expect(204);
    assertThat(api.get("/api/v1/users/gr-unknown/tags/gr-nobody").code()).isEqualTo("unknown-tag");
  }

  @Test
  void what_a_transaction_saw_that_is_rolled_back_is_not_remembered() {
    Set<String> tag = Set.of("gr-never");
    transaction.executeWithoutResult(
        status -> {
          registry.put("gr-never", "");
          assertThat(grounds.read(tag).numbers()).hasSize(1);
          status.setRollbackOnly();
        });
    assertThat(grounds.remembered(tag)).isNull();
    assertThat(api.query("gr-never").code()).isEqualTo("unknown-tag");
  }
}
