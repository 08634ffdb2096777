package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.link.PromisedLinks;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** In a namespace of its own: no other test has leases here. Tier 5 is idle after 2 seconds. */
@WithBackends(database = "shortlink", namespace = "recycling")
@TestPropertySource(
    properties = {
      "storefront.shortlink.recycling.quarantine=1ms",
      "storefront.shortlink.recycling.refusal=6s"
    })
class RecyclingTest extends RecyclingRuns {

  private static final Duration LONG = Duration.ofHours(1);

  @Autowired CodeBook codes;
  @Autowired IdleCodes idleCodes;
  @Autowired RecyclingTask task;
  @Autowired RedisMemory memory;
  @Autowired Candidates candidates;
  @Autowired PromisedLinks promised;
  @Autowired MeterRegistry meters;
  @Autowired RecyclingProperties properties;
  @Autowired PlatformTransactionManager transactions;

  @Test
  void an_idle_segment_is_leased_again_and_its_old_codes_lead_nowhere() {
    Reply lease = lease(app(), unique(), 5, 1000);
    long id = lease.number("/ranges/0/first");
    String code = publish(app(), lease, id, "https://example.com/old").text("/results/0/code");
    int generation = generationOf(codes.addressOf(Tier.FIVE, id));
    awaitColdStorage(code);
    release(lease);
    awaitIdle(code);

    Reply run = run("{\"tier\":5}");
    assertThat(run.number("/idle")).isPositive();
    assertThat(run.number("/recycled")).isPositive();
    assertThat(run.json().at("/yield").asDouble())
        .isEqualTo(run.number("/idsRecycled") / (1000.0 * run.number("/segmentsChecked")));
    assertThat(run.number("/bytesMoved")).isPositive();
    assertThat(get("/" + code).code()).isEqualTo("unknown-code");

    Reply again = leaseOf(id);
    assertThat(get("/" + code).code()).isEqualTo("unknown-code");
    Reply published = publish(app(), again, id, "https://example.com/new");
    assertThat(published.text("/results/0/code")).isEqualTo(code);
    awaitLeadsTo(code, "https://example.com/new");
    assertStatsAreOf(code, generation);

    Reply owners = owners(code);
    assertThat(owners.number("/owners/0/generation")).isEqualTo(generation);
    assertThat(owners.text("/owners/0/until")).isNotEmpty();
    assertThat(owners.number("/owners/1/generation")).isEqualTo(generation + 1);
    assertThat(owners.json().at("/owners/1/until").isNull()).isTrue();
  }

  /** The clicks on the generation before are counted apart, and are not the new owner's affair. */
  private void assertStatsAreOf(String code, int before) {
    String path = "/api/v1/links/" + code + "/stats";
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              Reply stats = send("GET", path, operator(), null).isOk();
              assertThat(stats.number("/generation")).isEqualTo(before + 1);
              assertThat(stats.number("/visits")).isPositive();
              assertThat(stats.number("/earlier/0/generation")).isEqualTo(before);
              assertThat(stats.number("/earlier/0/clicks")).isPositive();
            });
    assertThat(send("GET", path, app(), null).isOk().at("/earlier")).isEmpty();
  }

  /** The 990 idle ids of a thousand come back, and come back as one when the ten go, too. */
  @Test
  void one_percent_of_live_codes_keeps_none_but_itself() {
    jdbc.sql("DELETE FROM pool WHERE tier = 5").update();
    Reply lease = lease(app(), unique(), 5, 1000);
    long first = lease.number("/ranges/0/first");
    Address.Numbered segment = codes.addressOf(Tier.FIVE, first);
    List<Long> live = LongStream.range(0, 10).mapToObj(n -> first + 50 + 100 * n).toList();
    List<String> codesOfLive =
        live.stream().map(id -> codes.addressOf(Tier.FIVE, id).code()).toList();
    live.forEach(id -> publish(app(), lease, id, "https://example.com/live/" + id).isOk());
    String idle = publish(app(), lease, first, "https://example.com/idle").text("/results/0/code");
    codesOfLive.forEach(this::pin);
    release(lease);
    await().atMost(SOON).until(() -> inRedis(idle) == null);

    Reply run = run("{\"tier\":5}");
    assertThat(run.number("/idsRecycled")).isGreaterThanOrEqualTo(990);
    assertThat(free(segment)).isEqualTo("990 ids in 11 ranges");
    assertThat(generationOf(segment)).isEqualTo(2);
    for (int i = 0; i < live.size(); i++) {
      assertThat(get("/" + codesOfLive.get(i)).header("Location"))
          .isEqualTo("https://example.com/live/" + live.get(i));
    }
    awaitColdStorage(codesOfLive.get(0));
    assertThat(get("/" + idle).code()).isEqualTo("unknown-code");

    Reply again = lease(app(), unique(), 5, 990);
    assertThat(again.at("/ranges").size()).isEqualTo(11);
    assertThat(publish(app(), again, first, "https://example.com/new").text("/results/0/code"))
        .isEqualTo(idle);
    assertThat(
            publish(app(), again, live.get(0), "https://example.com/other")
                .text("/results/0/error/code"))
        .isEqualTo("id-not-in-lease");
    awaitLeadsTo(idle, "https://example.com/new");
    assertThat(get("/" + codesOfLive.get(0)).header("Location"))
        .isEqualTo("https://example.com/live/" + live.get(0));
    Reply owners = owners(codesOfLive.get(0));
    assertThat(owners.at("/owners").size()).isEqualTo(1);
    assertThat(owners.at("/owners/0/until").isNull()).isTrue();
    assertThat(owners(idle).number("/owners/1/generation")).isEqualTo(2);

    release(again);
    codesOfLive.forEach(this::forget);
    await().atMost(SOON).until(() -> inRedis(idle) == null);
    run("{\"tier\":5}");
    assertThat(free(segment)).isEqualTo("1000 ids in 1 ranges");
    assertThat(get("/" + codesOfLive.get(0)).code()).isEqualTo("unknown-code");
    assertThat(owners(codesOfLive.get(0)).text("/owners/0/until")).isNotEmpty();
  }

  private String free(Address.Numbered address) {
    return jdbc.sql(
            "SELECT CONCAT(SUM(last_id - first_id + 1), ' ids in ', COUNT(*), ' ranges') FROM pool"
                + " WHERE tier = 5 AND segment = ? AND available")
        .param(address.segment().index())
        .query(String.class)
        .single();
  }

  @Test
  void a_visit_in_quarantine_saves_the_code() {
    jdbc.sql("DELETE FROM pool WHERE tier = 5").update();
    Reply lease = lease(app(), unique(), 5, 1000);
    long id = lease.number("/ranges/0/first");
    String code = publish(app(), lease, id, "https://example.com/kept").text("/results/0/code");
    awaitColdStorage(code);
    release(lease);
    awaitIdle(code);

    String run = startQuarantine();
    assertThat(get("/" + code).header("Location")).isEqualTo("https://example.com/kept");
    pin(code);
    assertThat(endQuarantine(run).text("/state")).isEqualTo("DONE");
    assertThat(get("/" + code).header("Location")).isEqualTo("https://example.com/kept");
    assertThat(free(codes.addressOf(Tier.FIVE, id))).isEqualTo("999 ids in 1 ranges");
  }

  /** As if Redis had thrown it away, and nothing said so. */
  @Test
  void a_link_that_was_promised_longer_is_kept_though_redis_lost_it() {
    jdbc.sql("DELETE FROM pool WHERE tier = 5").update();
    Reply lease = lease(app(), unique(), 5, 1000);
    long id = lease.number("/ranges/0/first");
    String code = publish(app(), lease, id, "https://example.com/long").text("/results/0/code");
    Instant end = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
    String change = "{\"expiresAt\":\"%s\"}".formatted(end);
    await()
        .atMost(SOON)
        .untilAsserted(() -> send("PATCH", "/api/v1/links/" + code, app(), change).isOk());
    release(lease);
    forget(code);
    redis.delete(markerOf(code));
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              Reply cold = send("GET", "/api/v1/links/" + code, app(), null);
              assertThat(cold.text("/expiresAt")).isEqualTo(end.toString());
            });
    Address.Numbered address = codes.addressOf(Tier.FIVE, id);
    await().atMost(SOON).until(() -> wasHandedOutLongAgo(address.segment()));
    forget(code);
    redis.delete(markerOf(code));

    run("{\"tier\":5}");
    assertThat(get("/" + code).header("Location")).isEqualTo("https://example.com/long");
    assertThat(free(address)).isEqualTo("999 ids in 1 ranges");
  }

  private boolean wasHandedOutLongAgo(Segment segment) {
    return jdbc.sql("SELECT last_dispatched_at FROM segments WHERE tier = ? AND segment = ?")
            .params(segment.tier().length(), segment.index())
            .query(Long.class)
            .single()
        < Instant.now().minusSeconds(3).toEpochMilli();
  }

  @Test
  void a_segment_in_use_is_looked_at_again_when_it_can_be_idle() {
    List<String> all = publishAll();
    // Links may have gone by now, on a busy machine; what matters is that there is something.
    all.forEach(code -> intoRedis(code, "a link", Duration.ofHours(2)));
    intoRedis(all.get(0), "a link", Duration.ofHours(1));
    Segment segment = segmentOf(all.get(0));
    await().atMost(SOON).until(() -> isDue(segment, Duration.ZERO));

    assertThat(run("{\"tier\":5}").number("/live")).isPositive();
    assertThat(isDue(segment, Duration.ofMinutes(10))).isFalse();
    assertThat(isDue(segment, Duration.ofHours(1))).isTrue();
    all.forEach(this::forget);
  }

  private boolean isDue(Segment segment, Duration later) {
    return candidates.due(Tier.FIVE, Instant.now().plus(later), 5_000).stream()
        .anyMatch(candidate -> candidate.segment().equals(segment));
  }

  @Test
  void cold_storage_is_asked_once_for_all_links_of_a_segment() {
    List<String> all = publishAll();
    Segment segment = segmentOf(all.get(0));
    awaitColdStorage(all.get(999));
    Timer asked =
        meters
            .get("storefront.hbase.call")
            .tags("table", "shortlinks", "outcome", "success")
            .timer();
    long before = asked.count();
    promised.bringBack(List.of(new Candidate(segment, 1, Instant.now(), SegmentIds.all(segment))));
    // Some of what others left may be on its way there, too.
    assertThat(asked.count() - before).isBetween(1L, 50L);
  }

  /** A segment without an idle id. */
  private List<String> publishAll() {
    jdbc.sql("DELETE FROM pool WHERE tier = 5").update();
    Reply lease = lease(app(), unique(), 5, 1000);
    long first = lease.number("/ranges/0/first");
    String links =
        LongStream.range(first, first + 1000)
            .mapToObj("{\"id\":%d,\"url\":\"https://example.com/all\"}"::formatted)
            .collect(Collectors.joining(","));
    Reply published =
        send(
                "POST",
                "/api/v1/links/batch",
                app(),
                "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[%s]}"
                    .formatted(lease.text("/leaseId"), lease.number("/epoch"), links))
            .isOk();
    release(lease);
    return published.at("/results").valueStream().map(each -> each.at("/code").asText()).toList();
  }

  private Segment segmentOf(String code) {
    return ((Address.Numbered) codes.locate(code).orElseThrow()).segment();
  }

  @Test
  void a_unit_stays_as_it_is_while_one_of_its_codes_has_a_link() {
    Reply lease = lease(app(), unique(), 7, 2);
    long id = lease.number("/ranges/0/first");
    String code = publish(app(), lease, id, "https://example.com/").text("/results/0/code");
    Address.Numbered address = codes.addressOf(Tier.SEVEN, id);
    Segment segment = address.segment();
    assertThat(idleCodes.of(List.of(segment), Instant.now()).get(0).ids().isEmpty()).isTrue();
    assertThat(
            idleCodes.close(
                List.of(
                    new Candidate(
                        segment, generationOf(address), Instant.now(), SegmentIds.all(segment))),
                Instant.now(),
                Duration.ofMinutes(1)))
        .isEmpty();
    assertThat(get("/" + code).status()).isEqualTo(302);
    assertThat(publish(app(), lease, id + 1, "https://example.com/").at("/results/0/code"))
        .isNotNull();
  }

  @Test
  void what_is_leased_is_not_idle_however_quiet_it_is() {
    Reply lease = lease(app(), unique(), 5, 1000);
    long id = lease.number("/ranges/0/first");
    String code = codes.addressOf(Tier.FIVE, id).code();
    awaitIdle(code);
    Reply run = run("{\"tier\":5}");
    assertThat(run.number("/live")).isPositive();
    assertThat(publish(app(), lease, id, "https://example.com/late").text("/results/0/code"))
        .isEqualTo(code);
    awaitLeadsTo(code, "https://example.com/late");
    release(lease);
  }

  @Test
  void a_run_can_be_about_one_day() {
    Reply lease = lease(app(), unique(), 5, 1000);
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    release(lease);
    awaitIdle(codes.addressOf(Tier.FIVE, lease.number("/ranges/0/first")).code());
    Reply never = run("{\"tier\":5,\"dispatchedOn\":\"2001-01-01\"}");
    assertThat(never.number("/segmentsChecked")).isZero();
    Reply fives = run("{\"tier\":5,\"dispatchedOn\":\"%s\"}".formatted(today));
    assertThat(fives.number("/segmentsChecked")).isPositive();
  }

  /** The first run waits for a segment that somebody has locked. */
  @Test
  void runs_of_different_tiers_go_side_by_side_and_those_of_one_take_turns() {
    canariesAreSince(Instant.EPOCH);
    jdbc.sql("DELETE FROM pool WHERE tier = 5").update();
    Reply lease = lease(app(), unique(), 5, 1000);
    Segment segment = codes.addressOf(Tier.FIVE, lease.number("/ranges/0/first")).segment();
    release(lease);
    await().atMost(SOON).until(() -> isDue(segment, Duration.ofSeconds(-1)));
    List<String> fives = new ArrayList<>();
    new TransactionTemplate(transactions)
        .executeWithoutResult(
            holder -> {
              jdbc.sql(
                      "SELECT segment FROM segments FORCE INDEX (PRIMARY)"
                          + " WHERE tier = 5 AND segment = ? FOR UPDATE")
                  .param(segment.index())
                  .query(Long.class)
                  .single();
              fives.add(start("{\"tier\":5}"));
              await()
                  .atMost(SOON)
                  .until(() -> find(fives.get(0)).text("/phase").equals("CHECKING"));
              fives.add(start("{\"tier\":5}"));
              assertThat(finished(start("{\"tier\":6}")).text("/state")).isIn("DONE", "FAILED");
              assertThat(find(fives.get(0)).text("/state")).isEqualTo("RUNNING");
              assertThat(find(fives.get(1)).text("/phase")).isEqualTo("DOUBT");
            });
    fives.forEach(run -> assertThat(finished(run).text("/state")).isEqualTo("DONE"));
  }

  @Test
  void nothing_is_recycled_when_redis_may_have_lost_what_it_knew() {
    canariesAreSince(Instant.now().plus(1, ChronoUnit.HOURS));
    Reply run = finished(start("{\"tier\":5}"));
    assertThat(run.text("/state")).isEqualTo("FAILED");
    assertThat(run.text("/reason")).contains("remembers only since");
    assertThat(run.number("/segmentsChecked")).isZero();
  }

  /** Then it says that it evicted nothing. */
  @Test
  @NotOnSharedServers
  void redis_is_not_believed_after_it_threw_keys_away_and_was_started_again() {
    canariesAreSince(Instant.EPOCH);
    try (RedisClusterConnection connection =
        redis.getRequiredConnectionFactory().getClusterConnection()) {
      try {
        evict(connection);
        assertThat(memory.doubtOver(Duration.ofSeconds(2)).orElse("")).contains("evicted");
        canariesAreSince(Instant.EPOCH);
        memory.keepCanaries();
      } finally {
        connection.resetConfigStats();
      }
    }
    assertThat(memory.doubtOver(Duration.ofDays(1)).orElse("")).contains("remembers only since");
    assertThat(memory.doubtOver(Duration.ZERO)).isEmpty();
  }

  private void evict(RedisClusterConnection connection) {
    IntStream.range(0, 100)
        .forEach(
            n ->
                redis
                    .opsForValue()
                    .set(namespace.key("{thrown-away}:" + n), "x".repeat(10_000), LONG));
    RedisClusterNode node =
        connection.clusterGetNodeForKey(
            namespace.key("{thrown-away}:0").getBytes(StandardCharsets.UTF_8));
    String most = connection.getConfig(node, "maxmemory").getProperty("maxmemory");
    long used = Long.parseLong(connection.info(node, "memory").getProperty("used_memory"));
    connection.setConfig(node, "maxmemory-policy", "volatile-ttl");
    connection.setConfig(node, "maxmemory", Long.toString(used - 20_000));
    try {
      redis.opsForValue().set(namespace.key("{thrown-away}:0"), "x", LONG);
    } finally {
      connection.setConfig(node, "maxmemory", most);
      connection.setConfig(node, "maxmemory-policy", "noeviction");
    }
  }

  /** Whoever repeats it counts the time of the refusal from then on. */
  @Test
  void a_segment_that_is_closed_again_is_refused_as_long_again() {
    Reply lease = lease(app(), unique(), 5, 1000);
    Address.Numbered address = codes.addressOf(Tier.FIVE, lease.number("/ranges/0/first"));
    release(lease);
    awaitIdle(address.code());
    Candidate idle =
        new Candidate(
            address.segment(),
            generationOf(address),
            Instant.EPOCH,
            SegmentIds.all(address.segment()));
    String marker = markerOf(address.code());
    for (int n = 0; n < 2; n++) {
      assertThat(idleCodes.close(List.of(idle), Instant.EPOCH, LONG)).hasSize(1);
      assertThat(redis.getExpire(marker)).isGreaterThan(LONG.toSeconds() / 2);
      redis.expire(marker, Duration.ofSeconds(30));
    }
    redis.delete(marker);
  }

  @Test
  void what_was_ended_before_a_doubt_came_up_is_not_brought_back() {
    Reply lease = lease(app(), unique(), 5, 1000);
    Address.Numbered address = codes.addressOf(Tier.FIVE, lease.number("/ranges/0/first"));
    release(lease);
    awaitIdle(address.code());
    int generation = generationOf(address);
    String run = startQuarantine();
    redis
        .opsForValue()
        .set(markerOf(address.code()), "" + (generation + 1), Duration.ofMinutes(10));
    canariesAreSince(Instant.now().plus(1, ChronoUnit.HOURS));
    assertThat(endQuarantine(run).text("/state")).isEqualTo("FAILED");
    redis.delete(markerOf(address.code()));
    assertThat(generationOf(address)).isEqualTo(generation + 1);
  }

  @Test
  void a_cancelled_run_gives_back_what_it_has_in_quarantine() {
    Reply lease = lease(app(), unique(), 5, 1000);
    Address.Numbered address = codes.addressOf(Tier.FIVE, lease.number("/ranges/0/first"));
    release(lease);
    awaitIdle(address.code());
    int generation = generationOf(address);
    String run = startQuarantine();
    String path = "/api/v1/recycling-runs/" + run;
    assertThat(send("DELETE", path, operator(), null).status()).isEqualTo(204);
    assertThat(find(run).text("/state")).isEqualTo("CANCELLED");
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        jdbc.sql("SELECT COUNT(*) FROM segments WHERE run_id = ?")
                            .param(run)
                            .query(Integer.class)
                            .single())
                    .isZero());
    assertThat(generationOf(address)).isEqualTo(generation);
    assertThat(send("DELETE", path, operator(), null).status()).isEqualTo(204);
    assertThat(find(run).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void what_a_run_gives_up_is_idle_again_within_minutes() {
    Segment segment = Tier.SEVEN.segmentOf(3_000_000_000_000L);
    String marker = namespace.key("shortlink:{" + segment.tag() + "}:marker");
    assertThat(redis.hasKey(marker)).isFalse();
    idleCodes.closedBefore(
        List.of(new Candidate(segment, 1, Instant.now(), SegmentIds.all(segment))));
    assertThat(redis.getExpire(marker)).isBetween(1L, 600L);
    redis.delete(marker);
  }

  @Test
  void runs_are_listed_the_newest_first() {
    String first = start("{\"tier\":7,\"dispatchedOn\":\"2001-01-01\"}");
    String second = start("{\"tier\":7,\"dispatchedOn\":\"2001-01-02\"}");
    String path = "/api/v1/recycling-runs?limit=1";
    Reply page = send("GET", path, operator(), null);
    assertThat(page.text("/items/0/id")).isEqualTo(second);
    Reply next = send("GET", path + "&cursor=" + page.text("/nextCursor"), operator(), null);
    assertThat(next.text("/items/0/id")).isEqualTo(first);
  }

  @Test
  void runs_are_the_operators_and_unknown_ones_are_unknown() {
    String path = "/api/v1/recycling-runs";
    assertThat(send("POST", path, app(), "{\"tier\":5}").status()).isEqualTo(403);
    assertThat(send("POST", path, operator(), "{\"tier\":1}").text("/errors/0/field"))
        .isEqualTo("tier");
    for (String day : List.of("soon", "+12345-01-01", "-0001-01-01", "2031-01-01T10:00:00Z")) {
      send("POST", path, operator(), "{\"tier\":5,\"dispatchedOn\":\"%s\"}".formatted(day))
          .isInvalid("dispatchedOn");
    }
    assertThat(send("GET", path + "/nope", operator(), null).code()).isEqualTo("unknown-run");
    assertThat(send("DELETE", path + "/999999999", operator(), null).code())
        .isEqualTo("unknown-run");
  }

  /** Leases until the id comes up: others of the pool may come first. */
  private Reply leaseOf(long id) {
    for (int n = 0; n < 10; n++) {
      Reply lease = lease(app(), unique(), 5, 1000);
      if (lease
          .json()
          .at("/ranges")
          .valueStream()
          .anyMatch(r -> r.at("/first").asLong() <= id && id <= r.at("/last").asLong())) {
        return lease;
      }
    }
    throw new AssertionError("Nobody leases id " + id + " any more");
  }

  /** Not by deleting them: idle times are short here, and on a busy machine they have passed. */
  private void canariesAreSince(Instant time) {
    IntStream.range(0, RedisMemory.CANARIES)
        .forEach(n -> redis.opsForValue().set(memory.key(n), "" + time.toEpochMilli()));
  }

  @AfterEach
  void remember() {
    canariesAreSince(Instant.EPOCH);
  }

  private void awaitColdStorage(String code) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              forget(code);
              assertThat(get("/" + code).status()).isEqualTo(302);
            });
  }

  private void awaitIdle(String code) {
    await().atMost(SOON).until(() -> !redis.hasKey(markerOf(code)));
  }

  /** In a quarantine that lasts until the test ends it, however busy the machine is. */
  private String startQuarantine() {
    ReflectionTestUtils.setField(
        task,
        "properties",
        new RecyclingProperties(
            Duration.ofDays(1), properties.refusal(), false, Duration.ofHours(2), 1_000));
    String run = start("{\"tier\":5}");
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(find(run).text("/phase")).isEqualTo("QUARANTINE"));
    return run;
  }

  @AfterEach
  void quarantinesAreShort() {
    ReflectionTestUtils.setField(task, "properties", properties);
  }
}
