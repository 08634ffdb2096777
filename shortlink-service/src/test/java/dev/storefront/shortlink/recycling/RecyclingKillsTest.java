package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.SegmentIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A process that recycles is killed before a step that a run takes; each time another instance goes
 * on. In a namespace of its own: no other test has leases here.
 */
@WithBackends(database = "shortlink", namespace = "kills")
class RecyclingKillsTest extends ShortLinkTest {

  private static final Logger log = LoggerFactory.getLogger(RecyclingKillsTest.class);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** More than there are: a run that never ends unharmed is a fault of the test. */
  private static final int MOST_STEPS = 60;

  /** To go on with what was seen to fail: {@code -Dkills.known=}, what the log has of steps. */
  private static final String KNOWN = System.getProperty("kills.known", "none");

  private static final List<String> CHANGING_HANDS =
      List.of("IdleCodes.close1", "SegmentTransitions.end1", "FreeRanges.putAll1", "Holdings.end1");

  private static final int SEGMENTS = 3;
  private static final int LIVE = 10;

  @Autowired Runs<RecyclingRequest, Recycling> recyclingRuns;
  @Autowired Environment environment;
  @Autowired CodeBook codes;
  @Autowired JdbcClient jdbc;

  @TempDir Path folder;

  /** Links by id, of three segments that are handed back, and what their ids are. */
  private final Map<Long, String> live = new HashMap<>();

  private final List<Long> idle = new ArrayList<>();
  private long first;
  private int kills;

  @BeforeEach
  void others_recycle() {
    recyclingRuns.stop();
  }

  @Test
  @Tag("proof")
  void killed_where_ids_change_hands_no_code_lives_twice_and_no_id_is_lost() throws IOException {
    for (String step : CHANGING_HANDS) {
      assertThat(killedIn(KilledInstance.AT, step, false)).isEqualTo(step);
    }
  }

  /** One step after the other until a run ends unharmed: a quarter of an hour, so in no build. */
  @Test
  @Tag("measurement")
  void killed_at_any_step_no_code_lives_twice_and_no_id_is_lost() throws IOException {
    List<String> steps = new ArrayList<>(List.of(KNOWN.split(",")));
    String killedAt;
    do {
      killedAt = killedIn(KilledInstance.KNOWN, String.join(",", steps), steps.size() == 1);
      steps.add(killedAt);
      log.info("{}: live {}, idle {}", String.join(",", steps), live.keySet(), idle);
    } while (!killedAt.isEmpty() && steps.size() < MOST_STEPS);
    assertThat(steps).containsAll(CHANGING_HANDS).hasSizeLessThan(MOST_STEPS);
  }

  /**
   * Has a run go on in another process after a kill, and looks at all ids.
   *
   * @return before which step it was killed, as {@link #kill} says
   */
  private String killedIn(String setting, String steps, boolean isScheduled) throws IOException {
    makeSegments();
    String killedAt = kill(setting, steps, isScheduled);
    visitWhatLooksIdle();
    recyclingRuns.start();
    await()
        .atMost(PATIENCE)
        .until(() -> count("SELECT COUNT(*) FROM run WHERE kind = 'recycling' AND pending") == 0);
    recyclingRuns.stop();
    check();
    return killedAt;
  }

  /**
   * The first has an idle link, the second ten live ones and an idle one, the third an idle one.
   */
  private void makeSegments() {
    List.of("pool", "dispatches", "leases", "segments")
        .forEach(table -> jdbc.sql("DELETE FROM " + table + " WHERE tier = 5").update());
    live.clear();
    idle.clear();
    Reply lease = lease(app(), unique(), 5, SEGMENTS * Tier.SEGMENT_SIZE).isOk();
    first = lease.number("/ranges/0/first");
    idle.addAll(List.of(first + 500, first + 1005, first + 2500));
    LongStream.range(0, LIVE)
        .map(n -> first + 1050 + 100 * n)
        .forEach(id -> live.put(id, target("live", id)));
    Stream.concat(idle.stream(), live.keySet().stream())
        .forEach(id -> publish(app(), lease, id, target("live", id)).isOk());
    idle.forEach(
        id ->
            await()
                .atMost(PATIENCE)
                .until(
                    () -> {
                      forget(code(id));
                      return get("/" + code(id)).status() == 302;
                    }));
    live.keySet().forEach(this::pin);
    send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null).isOk();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                idle.stream().allMatch(id -> inRedis(code(id)) == null)
                    && !redis.hasKey(markerOf(code(first)))
                    && count("SELECT COUNT(*) FROM segments WHERE check_after > ?", now()) == 0);
  }

  /**
   * The step that it was killed before; empty if it came to the end.
   *
   * @param setting which of {@link KilledInstance} the steps are for
   * @param isScheduled true if the process is to order the run itself
   */
  private String kill(String setting, String steps, boolean isScheduled) throws IOException {
    Path note = folder.resolve("step-" + ++kills);
    long before = count("SELECT COALESCE(MAX(id), 0) FROM run");
    Map<String, String> settings = new HashMap<>();
    settings.put(setting, steps);
    settings.put(KilledInstance.NOTE, note.toString());
    settings.put("storefront.runs.lease", "2s");
    settings.put("storefront.shortlink.recycling.quarantine", "1ms");
    settings.put("storefront.shortlink.recycling.scheduled", "" + isScheduled);
    for (String name : List.of("storefront.hbase.zookeeper", "storefront.switches.kept-in")) {
      settings.put(name, environment.getRequiredProperty(name));
    }
    try (ServiceProcess other = ServiceProcess.start(KilledInstance.class, environment, settings)) {
      if (!isScheduled) {
        send("POST", "/api/v1/recycling-runs", operator(), "{\"tier\":5}").expect(202);
      }
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  Files.exists(note)
                      || count("SELECT COUNT(*) FROM run WHERE id > ? AND NOT pending", before)
                          > 0);
      Reply run = send("GET", "/api/v1/recycling-runs?limit=1", operator(), null);
      assertThat(run.at("/items/0/scheduled").asBoolean()).isEqualTo(isScheduled);
    }
    return Files.exists(note) ? Files.readString(note) : "";
  }

  /** While nobody recycles: who gets an answer keeps the link. */
  private void visitWhatLooksIdle() {
    long visited = first + 2500;
    if (get("/" + code(visited)).status() == 302) {
      pin(visited);
      live.put(visited, target("live", visited));
      idle.remove(visited);
    }
  }

  private void check() {
    assertThat(count("SELECT COUNT(*) FROM run WHERE kind = 'recycling' AND state <> 'DONE'"))
        .isZero();
    assertThat(count("SELECT COUNT(*) FROM segments WHERE run_id IS NOT NULL")).isZero();
    assertThat(count("SELECT COUNT(*) FROM segments WHERE state = 'QUARANTINE'")).isZero();
    List<Long> free = ids("SELECT first_id, last_id FROM pool WHERE tier = 5 AND available");
    List<Long> held = held();
    assertThat(held).containsExactlyInAnyOrderElementsOf(live.keySet());
    assertThat(Stream.concat(free.stream(), held.stream()))
        .as("every id is free or somebody's, and that once")
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(first, first + (long) SEGMENTS * Tier.SEGMENT_SIZE).boxed().toList());
    idle.forEach(id -> get("/" + code(id)).expect(404, "unknown-code"));
    assertLive();

    Reply again = lease(app(), unique(), 5, free.size()).isOk();
    assertThat(codesOf(again))
        .containsExactlyInAnyOrderElementsOf(free.stream().map(this::code).toList());
    for (long id : idle) {
      publish(app(), again, id, target("new", id)).isOk();
      assertThat(get("/" + code(id)).header("Location")).isEqualTo(target("new", id));
    }
    assertLive();
    live.keySet()
        .forEach(
            id -> {
              Reply owners = send("GET", "/api/v1/links/" + code(id) + "/owners", operator(), null);
              assertThat(owners.at("/owners").size()).isEqualTo(1);
            });
  }

  private void assertLive() {
    live.forEach(
        (id, target) -> assertThat(get("/" + code(id)).header("Location")).isEqualTo(target));
  }

  private static List<String> codesOf(Reply lease) {
    return lease
        .at("/ranges")
        .valueStream()
        .flatMap(range -> range.at("/codes").valueStream())
        .map(code -> code.asText())
        .collect(Collectors.toList());
  }

  private List<Long> ids(String ranges) {
    return jdbc
        .sql(ranges)
        .query((row, n) -> LongStream.rangeClosed(row.getLong(1), row.getLong(2)).boxed())
        .list()
        .stream()
        .flatMap(range -> range)
        .toList();
  }

  private List<Long> held() {
    return jdbc
        .sql("SELECT * FROM dispatches WHERE tier = 5 AND ended_at IS NULL")
        .query(
            (row, n) -> {
              Segment segment = new Segment(Tier.FIVE, row.getLong("segment"));
              IdRange all = new IdRange(row.getLong("first_id"), row.getLong("last_id"));
              byte[] pieces = row.getBytes("pieces");
              return pieces == null
                  ? SegmentIds.none(segment).plus(all)
                  : SegmentIds.decode(segment, all.first(), pieces);
            })
        .list()
        .stream()
        .flatMap(ids -> ids.stream().boxed())
        .toList();
  }

  /** As if it were visited now and then. */
  private void pin(long id) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              get("/" + code(id));
              return keep(code(id), Duration.ofHours(1));
            });
    redis.expire(markerOf(code(id)), Duration.ofHours(1));
  }

  private String code(long id) {
    return codes.addressOf(Tier.FIVE, id).code();
  }

  private static String target(String of, long id) {
    return "https://example.com/" + of + "/" + id;
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  private long count(String sql, Object... params) {
    return jdbc.sql(sql).params(params).query(Long.class).single();
  }
}
