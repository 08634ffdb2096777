package dev.storefront.usertag.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.usertag.ServiceTest;
import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Nothing tells {@link GroundTable} what this instance changes: each is another one's to it. */
class GroundTableTest extends ServiceTest {

  /** Long enough for some rounds of confirmations, short enough for who waits for a lock. */
  private static final Duration ROUNDS = Duration.ofSeconds(1);

  @Autowired GroundTable grounds;
  @Autowired TagRegistry registry;
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
              .until(() -> api.count("gr-gone") == 1 && api.isTagged("gr-1", "gr-gone"));
        });
    assertThat(api.get("/api/v1/users/gr-1/tags/gr-gone").code()).isEqualTo("unknown-tag");
    assertThat(api.query("gr-gone").code()).isEqualTo("unknown-tag");
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
  void what_no_segment_tells_is_seen_some_seconds_later() {
    api.makeTags("gr-by-hand");
    remember("gr-by-hand");
    database.sql("DELETE FROM tag WHERE name = 'gr-by-hand'").update();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> api.query("gr-by-hand").status() == HttpStatus.BAD_REQUEST.value());
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
