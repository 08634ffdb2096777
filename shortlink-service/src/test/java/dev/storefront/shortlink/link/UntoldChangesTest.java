package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.shortlink.DatabaseReads;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.marker.SegmentMarkers;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.lettuce.core.cluster.SlotHash;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class UntoldChangesTest extends ShortLinkTest {

  private static final HashSlots ALL = HashSlots.of("0-16383");
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

  private static final int MANY = 2_000;
  private static final int MORE_THAN_NODES = 40;

  @Autowired UntoldChanges untold;
  @Autowired JdbcClient jdbc;
  @Autowired JdbcTemplate rows;

  @Autowired LinkEvents linkEvents;
  @Autowired LinkRepair repair;
  @Autowired LinkStore store;
  @Autowired CodeBook codes;
  @Autowired EventPublisher publisher;
  @Autowired EventJson events;
  @Autowired SegmentMarkers markers;
  @Autowired Clock clock;
  @Autowired MeterRegistry meters;
  @Autowired TransactionOperations transaction;

  @Test
  void a_note_that_cannot_be_read_keeps_no_other_from_being_told() {
    Address address = new Address.Slug("told-" + unique().substring(0, 8));
    String unreadable = unique().substring(0, 8);
    untold.note(
        MappingEvent.of(MappingEvent.Type.CHANGED, address, stored("https://example.com/")));
    jdbc.sql(
            "INSERT INTO untold_changes (code, version, event, made, due_at)"
                + " VALUES (?, 1, '{}', TRUE, 1)")
        .param(unreadable)
        .update();
    jdbc.sql("UPDATE untold_changes SET due_at = 2 WHERE code = ?").param(address.code()).update();

    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              untold.settle();
              assertThat(noted(address.code())).isZero();
            });
    assertThat(noted(unreadable)).as("kept for who can read it").isOne();
    jdbc.sql("DELETE FROM untold_changes WHERE code = ?").param(unreadable).update();
  }

  /** Whoever made the change was told that it holds, and Kafka has yet to hear of it. */
  @Test
  void a_note_that_is_marked_as_made_while_it_is_taken_for_one_that_was_not_is_kept() {
    String slug = "held-" + unique().substring(0, 8);
    create(slug);
    StoredLink changed = changed("https://example.com/new");
    long note = note(MappingEvent.of("slug:" + slug, slug, changed));
    UntoldTable heldUp =
        new UntoldTable(jdbc, events) {
          @Override
          List<Untold> due(Instant now, int limit) {
            List<Untold> read =
                super.due(now.plus(HALF_AN_HOUR), limit).stream()
                    .filter(each -> each.note() == note)
                    .toList();
            assertThat(markMade(note)).isTrue();
            return read;
          }
        };

    new UntoldChanges(heldUp, codes, store, linkEvents, clock, new SimpleMeterRegistry()).settle();

    assertThat(noted(slug)).isOne();
    assertThat(untold.made(List.of(slug))).extracting(MappingEvent::link).containsExactly(changed);
    untold.forget(note);
  }

  /** Whoever repaired a Redis that fell back meanwhile knew nothing of it. */
  @Test
  void a_change_that_was_taken_for_one_that_was_not_made_is_noted_again_though_kafka_has_it() {
    String slug = "late-" + unique().substring(0, 8);
    create(slug);
    StoredLink changed = changed("https://example.com/new");
    MappingEvent event = MappingEvent.of("slug:" + slug, slug, changed);
    long note = note(event);
    untold.forget(note);

    untold.tell(note, event);

    assertThat(untold.made(List.of(slug))).extracting(MappingEvent::link).containsExactly(changed);
    jdbc.sql("DELETE FROM untold_changes WHERE code = ?").param(slug).update();
  }

  @Test
  @NotOnSharedServers
  void a_node_of_redis_that_hangs_keeps_no_notes_of_others_from_being_told() {
    String prefix = "node-" + unique().substring(0, 8) + "-";
    IntStream.range(0, MORE_THAN_NODES).forEach(n -> note(written(prefix + n)));
    Faults faults = TestBackends.shared().faults();
    faults.pause("redis-2");
    try {
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                jdbc.sql("UPDATE untold_changes SET due_at = 2 WHERE code LIKE ?")
                    .param(prefix + "%")
                    .update();
                untold.settle();
                assertThat(nodesOfNotes(prefix)).hasSize(1);
              });
    } finally {
      faults.resume("redis-2");
    }
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              jdbc.sql("UPDATE untold_changes SET due_at = 2 WHERE code LIKE ?")
                  .param(prefix + "%")
                  .update();
              untold.settle();
              assertThat(nodesOfNotes(prefix)).isEmpty();
            });
  }

  private Set<Integer> nodesOfNotes(String prefix) {
    return jdbc
        .sql("SELECT code FROM untold_changes WHERE code LIKE ?")
        .param(prefix + "%")
        .query(String.class)
        .list()
        .stream()
        .map(this::nodeOf)
        .collect(Collectors.toSet());
  }

  private Integer nodeOf(String slug) {
    byte[] key = markers.keyOf(new Address.Slug(slug).tag()).getBytes(StandardCharsets.UTF_8);
    try (RedisClusterConnection connection =
        redis.getRequiredConnectionFactory().getClusterConnection()) {
      return connection.clusterGetNodeForKey(key).getPort();
    }
  }

  /** Such as a Redis whose password changes; here it is Kafka, which a test can replace. */
  @Test
  void notes_that_are_refused_keep_no_others_from_being_told() {
    String prefix = "refu-" + unique().substring(0, 8) + "-";
    String other = "made-" + unique().substring(0, 8);
    List<Long> refused =
        IntStream.range(0, 5).mapToObj(n -> note(written(prefix + n), HALF_AN_HOUR)).toList();
    made(note(written(other), HALF_AN_HOUR));
    LinkEvents refusing =
        new LinkEvents(
            publisher, CircuitBreakerRegistry.ofDefaults(), BulkheadRegistry.ofDefaults()) {
          @Override
          CompletableFuture<Void> publish(MappingEvent event) {
            if (event.code().startsWith(prefix)) {
              throw new IllegalStateException("refused");
            }
            return super.publish(event);
          }
        };

    new UntoldChanges(inAnHour(), codes, store, refusing, clock, new SimpleMeterRegistry())
        .settle();

    assertThat(noted(other)).isZero();
    assertThat(
            jdbc.sql("SELECT COUNT(*) FROM untold_changes WHERE code LIKE ? AND due_at < ?")
                .params(prefix + "%", clock.instant().plus(Duration.ofMinutes(5)).toEpochMilli())
                .query(Integer.class)
                .single())
        .as("put off, but undecided for who repairs Redis")
        .isEqualTo(refused.size());
    refused.forEach(untold::forget);
  }

  @Test
  void operators_see_how_many_notes_wait() {
    String many = "wait-" + unique().substring(0, 8);
    long inAnHour = clock.instant().plus(Duration.ofHours(1)).toEpochMilli();
    rows.batchUpdate(
        "INSERT INTO untold_changes (code, version, event, made, due_at) VALUES (?, 1, '{}', TRUE, ?)",
        IntStream.range(0, 3).mapToObj(n -> new Object[] {many + n, inAnHour}).toList());
    try {
      untold.settle();
      assertThat(meters.get("storefront.shortlink.changes.untold").gauge().value())
          .isGreaterThanOrEqualTo(3);
    } finally {
      jdbc.sql("DELETE FROM untold_changes WHERE code LIKE ?").param(many + "%").update();
    }
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              untold.settle();
              assertThat(meters.get("storefront.shortlink.changes.untold").gauge().value())
                  .isLessThan(3);
            });
  }

  @Test
  void of_many_notes_that_were_made_a_look_reads_those_that_are_next() {
    String many = "many-" + unique().substring(0, 8);
    Instant later = clock.instant().plus(HALF_AN_HOUR);
    rows.batchUpdate(
        "INSERT INTO untold_changes (code, version, event, made, due_at) VALUES (?, 1, '{}', ?, ?)",
        IntStream.range(0, MANY)
            .mapToObj(n -> new Object[] {many, n % 2 == 0, later.toEpochMilli() + n})
            .toList());
    UntoldTable table = new UntoldTable(jdbc, events);
    long read =
        transaction.execute(
            status -> {
              long before = DatabaseReads.count(rows);
              assertThat(table.due(later.plus(HALF_AN_HOUR), MANY / 2 + 1)).hasSize(MANY / 2 + 1);
              return DatabaseReads.count(rows) - before;
            });
    assertThat(read).isLessThan(MANY * 3L / 4);
    jdbc.sql("DELETE FROM untold_changes WHERE code = ?").param(many).update();
  }

  @Test
  void one_look_tells_far_more_than_it_reads_at_once() {
    String prefix = "many-" + unique().substring(0, 8) + "-";
    transaction.executeWithoutResult(
        status -> IntStream.range(0, 600).forEach(n -> note(written(prefix + n), HALF_AN_HOUR)));

    new UntoldChanges(inAnHour(), codes, store, linkEvents, clock, new SimpleMeterRegistry())
        .settle();

    assertThat(
            jdbc.sql("SELECT COUNT(*) FROM untold_changes WHERE code LIKE ?")
                .param(prefix + "%")
                .query(Long.class)
                .single())
        .isZero();
  }

  @Test
  void two_instances_that_try_to_make_the_same_version_have_a_note_each() {
    Address address = new Address.Slug("both-" + unique().substring(0, 8));
    StoredLink won = stored("https://example.com/won");
    long one = note(MappingEvent.of(MappingEvent.Type.CHANGED, address, won));
    StoredLink lost =
        new StoredLink(
            1,
            won.version(),
            null,
            false,
            won.createdAt(),
            "order-app",
            "https://example.com/lost",
            LinkOptions.NONE);
    untold.forget(untold.note(MappingEvent.of(MappingEvent.Type.CHANGED, address, lost)));

    made(one);
    assertThat(untold.made(List.of(address.code())))
        .extracting(MappingEvent::link)
        .containsExactly(won);
    untold.forget(one);
  }

  @Test
  void whether_a_change_was_made_is_known_once_its_note_says_so_or_is_gone() {
    Address address = new Address.Slug("open-" + unique().substring(0, 8));
    MappingEvent event =
        MappingEvent.of(MappingEvent.Type.CHANGED, address, stored("https://example.com/"));
    long last = untold.lastNote();
    await().atMost(SOON).until(() -> untold.areDecided(last, ALL));
    long one = note(event);
    long other = note(event);
    assertThat(untold.areDecided(last, ALL)).isTrue();
    assertThat(untold.areDecided(other, ALL)).isFalse();
    assertThat(untold.areDecided(other, HashSlots.NONE)).as("of links elsewhere").isTrue();
    made(one);
    assertThat(untold.areDecided(one, ALL)).isTrue();
    assertThat(untold.areDecided(other, ALL)).isFalse();
    untold.forget(other);
    assertThat(untold.areDecided(untold.lastNote(), ALL)).isTrue();
    untold.forget(one);
  }

  /** As after a fall-back with Kafka away: HBase and Redis have the older one, MySQL the newer. */
  @Test
  void what_kafka_has_not_heard_of_comes_back_to_a_redis_that_lost_it() {
    String slug = "lost-" + unique().substring(0, 8);
    create(slug);
    StoredLink changed = changed("https://example.com/new");
    long note = note(MappingEvent.of("slug:" + slug, slug, changed));
    made(note);
    assertThat(get("/" + slug).header("Location")).isEqualTo("https://example.com/old");

    repair.restoreUntold(ALL);
    assertThat(get("/" + slug).header("Location")).isEqualTo("https://example.com/new");
    untold.forget(note);
  }

  /** Another instance finds it while this one tells a change that was made before. */
  @Test
  void the_note_of_a_made_change_stays_though_only_others_know_that_redis_fell_back() {
    Address address = new Address.Slug("late-" + unique().substring(0, 8));
    long note =
        note(MappingEvent.of(MappingEvent.Type.CHANGED, address, stored("https://example.com/")));
    made(note);
    UntoldTable only =
        new UntoldTable(jdbc, events) {
          @Override
          List<Untold> due(Instant now, int limit) {
            return madeAfter(note - 1, 1);
          }
        };
    LinkEvents thenFallBack =
        new LinkEvents(
            publisher, CircuitBreakerRegistry.ofDefaults(), BulkheadRegistry.ofDefaults()) {
          @Override
          CompletableFuture<Void> publish(MappingEvent event) {
            ScriptRunner.await(super.publish(event));
            transaction.executeWithoutResult(status -> anotherFindsAFallBack(address));
            return CompletableFuture.completedFuture(null);
          }
        };
    UntoldChanges late =
        new UntoldChanges(only, codes, store, thenFallBack, clock, new SimpleMeterRegistry());

    late.settle();

    assertThat(noted(address.code())).as("needed until links are right again").isOne();
    await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(
            () -> {
              jdbc.sql("UPDATE untold_changes SET due_at = 2 WHERE id = ?").param(note).update();
              untold.settle();
              assertThat(noted(address.code())).isZero();
            });
    assertThat(openDoubts()).isFalse();
  }

  private void anotherFindsAFallBack(Address address) {
    ObjectNode state = (ObjectNode) json.readTree(fallbacks(" FOR UPDATE"));
    long generation = state.get("generation").asLong() + 1;
    state.put("generation", generation);
    ((ArrayNode) state.get("doubts"))
        .addObject()
        .put("generation", generation)
        .put("slots", "" + SlotHash.getSlot(markers.keyOf(address.tag())))
        .put("since", Instant.now().toString())
        .put("foundAt", Instant.now().toString())
        .put("settled", false);
    jdbc.sql("UPDATE redis_fallback SET version = version + 1, state = ?")
        .param(json.writeValueAsString(state))
        .update();
  }

  private boolean openDoubts() {
    return json.readTree(fallbacks(""))
        .at("/doubts")
        .valueStream()
        .anyMatch(doubt -> !doubt.at("/settled").asBoolean());
  }

  private String fallbacks(String lock) {
    return jdbc.sql("SELECT state FROM redis_fallback" + lock).query(String.class).single();
  }

  /** All that is due within an hour is due. */
  private UntoldTable inAnHour() {
    return new UntoldTable(jdbc, events) {
      @Override
      List<Untold> due(Instant now, int limit) {
        return super.due(now.plus(Duration.ofHours(1)), limit);
      }
    };
  }

  private static MappingEvent written(String slug) {
    return MappingEvent.of(
        MappingEvent.Type.WRITTEN, new Address.Slug(slug), stored("https://example.com/"));
  }

  private void create(String slug) {
    send(
            "POST",
            "/api/v1/links",
            app(),
            "{\"url\":\"https://example.com/old\",\"slug\":\"%s\"}".formatted(slug))
        .expect(201);
  }

  private static StoredLink changed(String url) {
    return stored(url).changed(new LinkTerms(url, null, LinkOptions.NONE), Instant.now());
  }

  private static StoredLink stored(String url) {
    Instant now = Instant.ofEpochMilli(Instant.now().toEpochMilli());
    return new StoredLink(
        1, now.toEpochMilli(), null, false, now, "order-app", url, LinkOptions.NONE);
  }

  /** Not due while a test runs, and not put off as what cannot be read is. */
  private long note(MappingEvent event) {
    return note(event, Duration.ofMinutes(4));
  }

  private long note(MappingEvent event, Duration wait) {
    long note = untold.note(event);
    jdbc.sql("UPDATE untold_changes SET due_at = ? WHERE id = ?")
        .params(Instant.now().plus(wait).toEpochMilli(), note)
        .update();
    return note;
  }

  private void made(long note) {
    jdbc.sql("UPDATE untold_changes SET made = TRUE WHERE id = ?").param(note).update();
  }

  private long noted(String code) {
    return jdbc.sql("SELECT COUNT(*) FROM untold_changes WHERE code = ?")
        .param(code)
        .query(Long.class)
        .single();
  }
}
