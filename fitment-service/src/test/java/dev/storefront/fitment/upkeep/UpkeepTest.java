package dev.storefront.fitment.upkeep;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.Fallbacks;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.placement.Deviation;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfFinding;
import dev.storefront.fitment.sku.RebuildOutcome;
import dev.storefront.fitment.sku.ShelfUpkeep;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rebuilds and consistency checks on two real clusters, and on a third that is added. */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(
    database = "fitment",
    namespace = "upkeep",
    redisClusters = {"pop1", "pop2"})
@TestPropertySource(properties = {"storefront.fitment.placement.pop=pop1", UpkeepTest.NOTHING_KEPT})
class UpkeepTest {

  /** What is right on one instance shows on the other at once. */
  static final String NOTHING_KEPT = "storefront.fitment.near-cache.max-age=1ms";

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String REBUILDS = "/api/v1/fitment/rebuilds";
  private static final String CHECKS = "/api/v1/fitment/consistency-checks";
  private static final String PLACEMENT = "cell a, SELF on default, POP on [pop1]";
  private static final int VEHICLE = 1_000_000;
  private static final List<Integer> VEHICLES = List.of(VEHICLE, VEHICLE + 1);

  @LocalServerPort int port;
  @Autowired RedisClusterAccess redis;
  @Autowired Namespace namespace;
  @Autowired JdbcClient db;
  @Autowired Environment environment;
  @Autowired ShelfUpkeep upkeep;
  @Autowired MeterRegistry meters;

  @Autowired
  @Qualifier("rebuilds")
  Runs<UpkeepRequest, UpkeepProgress> rebuilds;

  @Autowired
  @Qualifier("consistencyChecks")
  Runs<UpkeepRequest, UpkeepProgress> checks;

  @Autowired Runs<DoubtRequest, UpkeepProgress> doubtRepairs;

  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 4);
  }

  @Test
  void a_rebuild_fills_an_emptied_cluster_and_no_check_goes_wrong_meanwhile() {
    List<Long> skus = LongStream.range(10_001, 10_041).boxed().toList();
    skus.forEach(sku -> putPop(api, sku, sku, sku % 7 + 1, VEHICLE + (int) (sku % 2)));
    List<String> expected =
        skus.stream().map(sku -> sku + " KNOWN " + (sku % 2 == 0 ? "10" : "01")).toList();
    assertThat(checked(api, skus)).isEqualTo(expected);
    Set<String> before = keys("pop1");

    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> wrong =
        CompletableFuture.supplyAsync(() -> countWrong(skus, expected, done));
    double generation = generation();
    ScriptRunner.await(redis.on("pop1").call(commands -> commands.flushall()));
    JsonNode rebuilt = finished(REBUILDS, start(REBUILDS, Map.of("cluster", "pop1")));
    // What could not be done meanwhile is due, and done soon.
    await().atMost(LONG).until(() -> keys("pop1").containsAll(before));
    done.set(true);

    assertThat(wrong.join()).isZero();
    assertThat(rebuilt.path("rewritten").asLong() + rebuilt.path("unreached").asLong())
        .isGreaterThanOrEqualTo(40);
    assertThat(rebuilt.path("done").asLong()).isEqualTo(rebuilt.path("shelves").asLong());
    assertThat(rebuilt.path("cluster").asString()).isEqualTo("pop1");
    assertThat(rebuilt.path("finishedAt").asString()).isNotEmpty();
    awaitRepair(generation);
    assertThat(checked(api, skus)).isEqualTo(expected);
  }

  /** No answer is fine while a Redis that lost all is looked at, a wrong one is not. */
  private int countWrong(List<Long> skus, List<String> expected, AtomicBoolean done) {
    int wrong = 0;
    while (!done.get()) {
      Reply reply = api.check(VEHICLES, skus);
      if (reply.status() != 503) {
        List<String> answers = new ArrayList<>(FitmentApi.answers(reply.isOk()));
        answers.removeIf(answer -> answer.contains("UNAVAILABLE"));
        wrong += expected.containsAll(answers) ? 0 : 1;
      }
    }
    return wrong;
  }

  @Test
  void a_shelf_that_was_read_before_a_fallback_was_found_is_read_again() throws Exception {
    putPop(api, 70_001, 70_001, 20_000, VEHICLE);
    double generation = generation();
    doubtRepairs.stop();
    try {
      await().atMost(LONG).ignoreExceptions().until(this::isRebuiltWhileAFallbackIsFound);
      assertThat(keys("pop1"))
          .contains(text(key(70_001, 20_000, "")), text(key(70_001, 20_000, ":0")));
    } finally {
      doubtRepairs.start();
    }
    awaitRepair(generation);
  }

  /** False if it was not found while the shelf was being read. */
  private boolean isRebuiltWhileAFallbackIsFound() throws Exception {
    double generation = generation();
    boolean isFound;
    CompletableFuture<RebuildOutcome> rebuilt;
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES shelf_segment WRITE");
      rebuilt =
          CompletableFuture.supplyAsync(
              () -> upkeep.rebuild(new Shelf(Group.pop(70_001, 20_000L), 0)));
      await()
          .atMost(LONG)
          .until(
              () ->
                  rebuilt.isDone()
                      || count(
                              "SELECT COUNT(*) FROM information_schema.processlist"
                                  + " WHERE info LIKE '%segment FROM shelf_segment%'"
                                  + " AND state LIKE 'Waiting for table%'")
                          > 0);
      ScriptRunner.await(redis.on("pop1").call(commands -> commands.flushall()));
      await().atMost(LONG).until(() -> rebuilt.isDone() || generation() > generation);
      isFound = !rebuilt.isDone();
      statement.execute("UNLOCK TABLES");
    }
    return rebuilt.get() == RebuildOutcome.REWRITTEN && isFound;
  }

  private Connection database() throws SQLException {
    return DriverManager.getConnection(
        environment.getRequiredProperty("spring.datasource.url"),
        environment.getRequiredProperty("spring.datasource.username"),
        environment.getRequiredProperty("spring.datasource.password"));
  }

  private double generation() {
    return meters.get("storefront.redis.generation").tag("cluster", "pop1").gauge().value();
  }

  /** Until then the run that repairs a Redis that fell back writes what other tests take away. */
  private void awaitRepair(double generation) {
    await()
        .atMost(LONG)
        .until(
            () -> generation() > generation && new Fallbacks(meters, "pop1").slotsInDoubt() == 0);
  }

  @Test
  void a_consistency_check_finds_each_kind_of_difference_and_ends_it_if_asked_to() {
    for (long sku = 20_001; sku <= 20_006; sku++) {
      putPop(api, sku, sku, 1, VEHICLE);
      putPop(api, sku, sku, 1, VEHICLE + 1);
    }
    repairAll();
    ScriptRunner.await(redis.on("pop1").call(c -> c.del(key(20_001, ""))));
    ScriptRunner.await(redis.on("pop1").call(c -> c.del(key(20_002, ":0"))));
    ScriptRunner.await(
        redis
            .on("pop1")
            .call(c -> c.hset(key(20_003, ":0"), "0".getBytes(US_ASCII), "x".getBytes(US_ASCII))));
    setRevision(20_004, 1);
    setRevision(20_005, 99);
    byte[] head = ScriptRunner.await(redis.on("pop1").call(c -> c.get(key(20_006, ""))));
    ScriptRunner.await(redis.on("default").call(c -> c.set(key(20_006, ""), head)));

    JsonNode found = finished(CHECKS, start(CHECKS, Map.of()));
    assertThat(differences(found))
        .containsExactlyInAnyOrder(
            "20001 pop1 MISSING",
            "20002 pop1 DIFFERENT",
            "20003 pop1 DIFFERENT",
            "20004 pop1 OUTDATED",
            "20005 pop1 AHEAD",
            "20006 default STRAY");
    assertThat(found.path("differing").asLong()).isEqualTo(6);
    assertThat(found.path("repaired").asLong()).isZero();

    JsonNode repaired = finished(CHECKS, start(CHECKS, Map.of("repair", true)));
    assertThat(repaired.path("repaired").asLong()).isEqualTo(6);
    assertThat(finished(CHECKS, start(CHECKS, Map.of())).path("differing").asLong()).isZero();
    List<Long> skus = LongStream.rangeClosed(20_001, 20_006).boxed().toList();
    assertThat(checked(api, skus)).isEqualTo(skus.stream().map(sku -> sku + " KNOWN 01").toList());
    putPop(api, 20_005, 20_005, 1, VEHICLE);
    assertThat(checked(api, List.of(20_005L))).containsExactly("20005 KNOWN 10");
  }

  @Test
  void a_cluster_that_is_added_gets_its_merchants_and_answers_are_right_at_every_moment() {
    List<Long> skus = LongStream.range(30_001, 30_025).boxed().toList();
    skus.forEach(sku -> putPop(api, sku, sku, sku - 30_000, VEHICLE));
    repairAll();
    try (var added = instanceWithPop2()) {
      FitmentApi other = new FitmentApi(added.port());
      ClusterRouter router = added.bean(ClusterRouter.class);
      List<Long> moving =
          skus.stream()
              .filter(sku -> router.clusterOf(Group.pop(sku, sku - 30_000)).equals("pop2"))
              .toList();
      assertThat(moving).hasSizeBetween(5, 19);
      assertRightOnBoth(other, skus, "10");

      // Instances with either settings write.
      moving.forEach(
          sku -> putPop(sku % 2 == 0 ? api : other, sku, sku, sku - 30_000, VEHICLE + 1));
      assertRightOnBoth(other, moving, "01");
      assertThat(keys("pop2")).isEmpty();

      JsonNode rebuilt = finished(REBUILDS, start(other, REBUILDS, Map.of("cluster", "pop2")));
      // Of other tests' merchants too.
      assertThat(rebuilt.path("moved").asLong()).isGreaterThanOrEqualTo(moving.size());
      assertRightOnBoth(other, moving, "01");
      for (long sku : moving) {
        assertThat(keys("pop2")).contains(text(key(sku, "")), text(key(sku, ":0")));
        assertThat(keys("pop1")).doesNotContain(text(key(sku, ":0")));
      }

      moving.forEach(sku -> putPop(sku % 2 == 0 ? other : api, sku, sku, sku - 30_000, VEHICLE));
      assertRightOnBoth(other, skus, "10");
      JsonNode check = finished(CHECKS, start(other, CHECKS, Map.of()));
      assertThat(check.path("differing").asLong()).as("%s", check).isZero();
    }
    // And back again.
    finished(REBUILDS, start(REBUILDS, Map.of()));
    assertThat(checked(api, skus)).isEqualTo(skus.stream().map(sku -> sku + " KNOWN 10").toList());
  }

  @Test
  void a_run_goes_on_where_its_instance_ended() {
    for (long sku = 40_001; sku <= 40_010; sku++) {
      putPop(api, sku, sku, 1_000_000, VEHICLE);
    }
    repairAll();
    ScriptRunner.await(redis.on("pop1").call(c -> c.del(key(40_003, 1_000_000, ""))));
    ScriptRunner.await(redis.on("pop1").call(c -> c.del(key(40_008, 1_000_000, ""))));
    // What an instance leaves that was killed when it had looked at five of them.
    long id =
        leftBehind(
            checks,
            new UpkeepRequest(null, false, PLACEMENT, 10),
            new UpkeepProgress(
                new Shelf(Group.pop(40_005, 1_000_000L), 0), new Tally(5, 0, 0, 0, 0, 0)));

    JsonNode found = finished(CHECKS, id);
    assertThat(differences(found)).containsExactly("40008 pop1 MISSING");
    assertThat(found.path("done").asLong()).isGreaterThanOrEqualTo(10);
    repairAll();
  }

  @Test
  void a_rebuild_under_way_that_is_cancelled_ends_and_another_one_can_begin() throws Exception {
    putPop(api, 80_001, 80_001, 1_000_000, VEHICLE);
    rebuilds.stop();
    long id = start(REBUILDS, Map.of());
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES shelf WRITE, shelf_segment WRITE");
      rebuilds.start();
      await().atMost(LONG).until(() -> state(id).equals("RUNNING"));
      assertThat(cancel(REBUILDS, id).status()).isEqualTo(204);
      assertThat(state(id)).isEqualTo("CANCELLED");
      statement.execute("UNLOCK TABLES");
    }

    JsonNode next = finished(REBUILDS, start(REBUILDS, Map.of()));
    assertThat(next.path("done").asLong()).isPositive().isEqualTo(next.path("shelves").asLong());
    JsonNode cancelled = api.getAsOperator(REBUILDS + "/" + id).isOk().json();
    assertThat(cancelled.path("state").asString()).isEqualTo("CANCELLED");
    assertThat(cancelled.path("done").asLong()).isZero();
    assertThat(cancelled.path("finishedAt").asString()).isNotEmpty();
  }

  private String state(long id) {
    return api.getAsOperator(REBUILDS + "/" + id).isOk().json().path("state").asString();
  }

  @Test
  void a_run_of_settings_that_no_instance_has_ends_after_a_day() {
    for (Runs<UpkeepRequest, UpkeepProgress> runs : List.of(rebuilds, checks)) {
      long id = started(runs, new UpkeepRequest(null, false, "others", 10));
      awaitAbandoned(id, () -> runs.find(id).orElseThrow());
    }
    DoubtRequest doubt = new DoubtRequest("pop1", 1, HashSlots.NONE, "others");
    long id = ((RunStart.Started) doubtRepairs.start(doubt)).id();
    awaitAbandoned(id, () -> doubtRepairs.find(id).orElseThrow());
  }

  private static long started(Runs<UpkeepRequest, UpkeepProgress> runs, UpkeepRequest request) {
    return ((RunStart.Started) runs.start(request)).id();
  }

  /** Not before it is old. */
  private void awaitAbandoned(long id, Supplier<Run<?, ?>> run) {
    int aged =
        db.sql(
                "UPDATE run SET updated_at = updated_at - 86500000"
                    + " WHERE id = ? AND state = 'QUEUED'")
            .param(id)
            .update();
    assertThat(aged).isOne();
    await().atMost(LONG).until(() -> run.get().state() == RunState.FAILED);
    assertThat(run.get().failure()).isEqualTo("the settings changed");
  }

  @Test
  void what_cannot_be_read_counts_as_different_and_keeps_nothing_from_its_end() {
    List<Long> skus = List.of(50_001L, 50_002L, 50_003L);
    List<String> right = skus.stream().map(sku -> sku + " KNOWN 10").toList();
    skus.forEach(sku -> putPop(api, sku, sku, 20_000, VEHICLE));
    repairAll();
    spoil();
    assertThat(differences(finished(CHECKS, start(CHECKS, Map.of()))))
        .containsExactlyInAnyOrder(
            "50001 default STRAY",
            "50001 pop1 DIFFERENT",
            "50002 pop1 DIFFERENT",
            "50003 pop1 DIFFERENT");
    JsonNode repaired = finished(CHECKS, start(CHECKS, Map.of("repair", true)));
    assertThat(repaired.path("repaired").asLong()).isEqualTo(3);
    assertThat(finished(CHECKS, start(CHECKS, Map.of())).path("differing").asLong()).isZero();

    // Checks count it as lost: MySQL answers, and it is written again.
    spoil();
    ScriptRunner.await(redis.on("default").call(c -> c.del(key(50_001, 20_000, ""))));
    assertThat(checked(api, skus)).isEqualTo(right);
    await()
        .atMost(LONG)
        .until(() -> finished(CHECKS, start(CHECKS, Map.of())).path("differing").asLong() == 0);
    assertThat(checked(api, skus)).isEqualTo(right);
  }

  /** A head that is none, and keys of other types. */
  private void spoil() {
    byte[] nonsense = "nonsense".getBytes(US_ASCII);
    for (String cluster : List.of("default", "pop1")) {
      ScriptRunner.await(redis.on(cluster).call(c -> c.set(key(50_001, 20_000, ""), nonsense)));
    }
    ScriptRunner.await(
        redis.on("pop1").call(c -> c.del(key(50_002, 20_000, ""), key(50_003, 20_000, ":0"))));
    ScriptRunner.await(redis.on("pop1").call(c -> c.lpush(key(50_002, 20_000, ""), nonsense)));
    ScriptRunner.await(redis.on("pop1").call(c -> c.set(key(50_003, 20_000, ":0"), nonsense)));
  }

  @Test
  void a_shelf_whose_last_move_is_not_over_is_not_counted_as_moved_nor_as_repaired() {
    putPop(api, 60_001, 60_001, 20_000, VEHICLE);
    repairAll();
    await()
        .atMost(LONG)
        .until(() -> count("SELECT COUNT(*) FROM shelf WHERE unpublished_since IS NOT NULL") == 0);
    // As if it had been moved from pop1 to default, and other cells had not heard of it.
    db.sql("UPDATE shelf SET cluster = 'default', left_cluster = 'pop1' WHERE group_id = 60001")
        .update();

    JsonNode rebuilt = finished(REBUILDS, start(REBUILDS, Map.of("cluster", "pop1")));
    assertThat(rebuilt.path("moved").asLong()).isZero();
    assertThat(rebuilt.path("unreached").asLong()).isEqualTo(1);
    JsonNode check = finished(CHECKS, start(CHECKS, Map.of("repair", true)));
    assertThat(check.path("differing").asLong()).isEqualTo(1);
    assertThat(check.path("repaired").asLong()).isZero();

    db.sql("UPDATE shelf SET left_cluster = NULL WHERE group_id = 60001").update();
    assertThat(finished(REBUILDS, start(REBUILDS, Map.of())).path("moved").asLong()).isEqualTo(1);
    assertThat(finished(CHECKS, start(CHECKS, Map.of())).path("differing").asLong()).isZero();
  }

  @Test
  void a_stray_copy_that_is_newer_than_what_was_found_is_not_counted_as_removed() {
    putPop(api, 60_011, 60_011, 20_000, VEHICLE);
    ScriptRunner.await(
        redis.on("default").call(c -> c.set(key(60_011, 20_000, ""), "99;,;".getBytes(US_ASCII))));
    Shelf shelf = new Shelf(Group.pop(60_011, 20_000L), 0);
    TreeMap<String, Deviation> stray = new TreeMap<>(Map.of("default", Deviation.STRAY));

    assertThat(upkeep.repair(shelf, new ShelfFinding(stray, 0))).isFalse();
    assertThat(upkeep.repair(shelf, new ShelfFinding(stray, 99))).isTrue();
  }

  private long count(String sql) {
    return db.sql(sql).query(Long.class).single();
  }

  @Test
  void what_cannot_be_is_refused() {
    for (String path : List.of(REBUILDS, CHECKS)) {
      api.post(path, Map.of()).expect(401, "unauthorized");
      api.send(api.json(path, TestTokens.user("u1")).POST(BodyPublishers.ofString("{}")))
          .expect(403, "forbidden");
      api.getAsOperator(path + "/seven").isInvalid("id");
    }
    api.getAsOperator(REBUILDS + "/999999").expect(404, "unknown-rebuild");
    api.getAsOperator(CHECKS + "/999999").expect(404, "unknown-consistency-check");
    api.postAsOperator(REBUILDS, Map.of("cluster", "pop9")).expect(400, "unknown-cluster");

    rebuilds.stop();
    long id = start(REBUILDS, Map.of());
    api.postAsOperator(REBUILDS, Map.of()).expect(409, "already-running");
    assertThat(cancel(REBUILDS, id).status()).isEqualTo(204);
    assertThat(api.getAsOperator(REBUILDS + "/" + id).json().path("state").asString())
        .isEqualTo("CANCELLED");
    rebuilds.start();
    long next = start(REBUILDS, Map.of());
    finished(REBUILDS, next);
    assertThat(cancel(REBUILDS, next).status()).isEqualTo(204);
    finished(REBUILDS, next);
    cancel(REBUILDS, 999_999).expect(404, "unknown-rebuild");
    cancel(CHECKS, 999_999).expect(404, "unknown-consistency-check");
    JsonNode page = api.getAsOperator(REBUILDS + "?limit=2").isOk().json();
    assertThat(page.path("items").path(0).path("id").asLong()).isEqualTo(next);
    assertThat(page.path("items").path(1).path("id").asLong()).isEqualTo(id);
  }

  private Reply cancel(String path, long id) {
    return api.send(api.request(path + "/" + id, TestTokens.operator()).DELETE());
  }

  /** A run that an instance with these settings left when it was killed. */
  private long leftBehind(
      Runs<UpkeepRequest, UpkeepProgress> runs, UpkeepRequest request, UpkeepProgress progress) {
    runs.stop();
    long id = ((RunStart.Started) runs.start(request)).id();
    db.sql("UPDATE run SET state = 'RUNNING', progress = ? WHERE id = ?")
        .params(new JsonMapper().writeValueAsString(progress), id)
        .update();
    runs.start();
    return id;
  }

  private void repairAll() {
    finished(REBUILDS, start(REBUILDS, Map.of()));
    finished(CHECKS, start(CHECKS, Map.of("repair", true)));
  }

  private long start(String path, Map<String, ?> request) {
    return start(api, path, request);
  }

  private static long start(FitmentApi api, String path, Map<String, ?> request) {
    Reply reply = api.postAsOperator(path, request);
    assertThat(reply.status()).as("%s", reply.json()).isEqualTo(202);
    return reply.json().path("id").asLong();
  }

  private JsonNode finished(String path, long id) {
    await()
        .atMost(LONG)
        .until(
            () ->
                api.getAsOperator(path + "/" + id)
                    .isOk()
                    .json()
                    .path("state")
                    .asString()
                    .equals("DONE"));
    return api.getAsOperator(path + "/" + id).json();
  }

  private static List<String> differences(JsonNode check) {
    List<String> differences = new ArrayList<>();
    check
        .path("differences")
        .forEach(
            item ->
                differences.add(
                    "%d %s %s"
                        .formatted(
                            item.path("groupId").asLong(),
                            item.path("cluster").asString(),
                            item.path("deviation").asString())));
    return differences;
  }

  /** Another instance of the same service, which knows of one more cluster for the marketplace. */
  private SecondInstance instanceWithPop2() {
    return SecondInstance.start(
        FitmentApplication.class,
        environment,
        "storefront.redis.clusters.pop1.nodes=" + node("pop1"),
        "storefront.redis.clusters.pop2.nodes=" + node("pop2"),
        "storefront.fitment.placement.pop=pop1,pop2",
        NOTHING_KEPT);
  }

  private static String node(String cluster) {
    return TestBackends.shared().extraRedis("redis-" + cluster);
  }

  private void assertRightOnBoth(FitmentApi other, List<Long> skus, String fits) {
    List<String> expected = skus.stream().map(sku -> sku + " KNOWN " + fits).toList();
    assertThat(checked(api, skus)).isEqualTo(expected);
    assertThat(checked(other, skus)).isEqualTo(expected);
  }

  private static List<String> checked(FitmentApi api, List<Long> skus) {
    return api.checked(VEHICLES, skus.toArray(Long[]::new));
  }

  private static void putPop(FitmentApi api, long sku, long spu, long vendor, int vehicle) {
    api.put(
            sku,
            Map.of("kind", "POP", "spuId", spu, "vendorId", vendor, "vehicleIds", List.of(vehicle)))
        .isOk();
  }

  private void setRevision(long spu, int revision) {
    String head = text(ScriptRunner.await(redis.on("pop1").call(c -> c.get(key(spu, "")))));
    byte[] changed = (revision + head.substring(head.indexOf(';'))).getBytes(ISO_8859_1);
    ScriptRunner.await(redis.on("pop1").call(c -> c.set(key(spu, ""), changed)));
  }

  private byte[] key(long spu, String segment) {
    return key(spu, spu > 30_000 ? spu - 30_000 : 1, segment);
  }

  private byte[] key(long spu, long vendor, String segment) {
    return namespace.key("fitment:{POP:%d:%d}:0%s".formatted(vendor, spu, segment)).getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  private Set<String> keys(String cluster) {
    Set<String> keys = new HashSet<>();
    String pattern = namespace.key("fitment:*");
    ScriptRunner.await(redis.on(cluster).call(commands -> commands.keys(pattern)))
        .forEach(key -> keys.add(new String(key, UTF_8)));
    return keys;
  }
}
