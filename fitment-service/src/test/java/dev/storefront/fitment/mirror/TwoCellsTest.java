package dev.storefront.fitment.mirror;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.cell.FitmentChange;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.sku.ShelfUpkeep;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.TestPropertySource;

/**
 * Two cells of one instance each, with a real Redis each. What the other cell's Redis has is looked
 * at in Redis itself: asked through a service, MySQL would answer what is missing there.
 */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(
    database = "fitment",
    namespace = "cells",
    redisClusters = {"shelves", "other", "left"})
@TestPropertySource(
    properties = {
      "storefront.fitment.placement.self=shelves",
      "storefront.fitment.placement.pop=shelves",
      "storefront.fitment.cells.b.shelves=other",
      "storefront.fitment.imports.folder=target/imports-a"
    })
class TwoCellsTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String READS_FROM = "reads-from";
  private static final int VEHICLE = 1_000_000;
  private static final List<Integer> VEHICLES = List.of(VEHICLE, VEHICLE + 1, VEHICLE + 2);

  private static @Nullable SecondInstance second;

  @TempDir private Path folder;

  @LocalServerPort int port;
  @Autowired Environment environment;
  @Autowired RedisClusterAccess redis;
  @Autowired Namespace namespace;
  @Autowired EventPublisher events;
  @Autowired EventJson json;
  @Autowired MeterRegistry meters;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired ConsumerFactory<String, byte[]> consumers;
  FitmentApi a;
  FitmentApi b;
  Faults faults;

  @BeforeEach
  void connect() {
    a = new FitmentApi(port);
    a.haveVehicles(VEHICLE, 4);
    if (second == null) {
      second =
          SecondInstance.start(
              FitmentApplication.class,
              environment,
              "storefront.redis.clusters.shelves.nodes="
                  + environment.getProperty("storefront.redis.clusters.other.nodes"),
              "storefront.redis.clusters.left.nodes="
                  + environment.getProperty("storefront.redis.clusters.left.nodes"),
              "storefront.fitment.placement.self=shelves",
              "storefront.fitment.placement.pop=shelves",
              "storefront.fitment.cell=b",
              "storefront.fitment.imports.folder=target/imports-b");
    }
    b = new FitmentApi(second().port());
    faults = TestBackends.shared().faults();
  }

  @AfterEach
  void heal() {
    faults.start("redis-shelves");
    faults.start("redis-other");
    faults.start("kafka");
    // Clients notice a little later.
    for (FitmentApi cell : List.of(a, b)) {
      await().atMost(LONG).until(() -> cell.putSelf(19_001, 19_000, VEHICLE).status() == 200);
    }
  }

  private static SecondInstance second() {
    return Objects.requireNonNull(second);
  }

  @AfterAll
  static void end() {
    if (second != null) {
      second.close();
      second = null;
    }
  }

  @Test
  void whatever_is_written_in_one_cell_is_in_the_redis_of_the_other() {
    a.putSelf(10_001, 10_000, VEHICLE).isOk();
    a.putSelf(10_002, 10_000, VEHICLE).isOk();
    a.patch(10_002, List.of(VEHICLE + 1), List.of(VEHICLE)).isOk();
    b.putSelf(10_003, 10_000, VEHICLE + 2).isOk();
    a.put(
            10_004,
            Map.of("kind", "SELF", "mainSkuId", 10_000, "universal", true, "vehicleIds", List.of()))
        .isOk();
    importInto(a, 10_100, 40);
    move(10_001, 10_500);
    delete(10_002);

    Long[] skus = LongStream.range(10_001, 10_005).boxed().toArray(Long[]::new);
    awaitSameRedis();
    assertThat(keys("other"))
        .contains("fitment:{SELF:10000}:0", "fitment:{POP:9:10500}:0", "fitment:{SELF:10100}:0");
    for (FitmentApi cell : List.of(a, b)) {
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(cell.checked(VEHICLES, skus))
                      .containsExactly(
                          "10001 KNOWN 100",
                          "10002 UNKNOWN 000",
                          "10003 KNOWN 001",
                          "10004 UNIVERSAL 111"));
      assertThat(cell.checked(VEHICLES, 10_101L, 10_102L))
          .containsExactly("10101 KNOWN 100", "10102 KNOWN 010");
    }
  }

  @Test
  void both_cells_tell_what_was_said_of_a_product() {
    Map<String, Object> said =
        Map.of(
            "kind", "SELF", "spuId", 31_091, "mainSkuId", 31_000, "vendorId", 5, "universal", true);
    a.put(31_001, said).isOk();
    awaitSaid(31_001, "\"spuId\":31091,\"mainSkuId\":31000,\"vendorId\":5,\"groupId\":31000,");
    product(
        31_001,
        Map.of("kind", "POP", "spuId", 31_092, "mainSkuId", 31_000, "vendorId", 9, "name", "x"));
    awaitSaid(31_001, "\"spuId\":31092,\"mainSkuId\":31000,\"vendorId\":9,\"groupId\":31092,");
    awaitSameRedis();
  }

  private void awaitSaid(long sku, String ids) {
    for (FitmentApi cell : List.of(a, b)) {
      await()
          .atMost(LONG)
          .until(() -> cell.getAsOperator(FitmentApi.fitmentOf(sku)).body().contains(ids));
    }
  }

  @Test
  void doubled_late_and_disordered_events_do_no_harm() {
    for (int vehicle : VEHICLES) {
      a.putSelf(11_001, 11_000, vehicle).isOk();
      a.putSelf(11_002, 11_000, vehicle, VEHICLE + 3).isOk();
    }
    awaitSameRedis();
    List<FitmentChange> told = new ArrayList<>(told(11_000));
    assertThat(told).hasSizeGreaterThanOrEqualTo(6);
    Map<String, String> before = contents("other");

    Collections.reverse(told);
    told.forEach(this::tell);
    told.forEach(this::tell);
    // Builds on what was never there, and is older than what is.
    tell(sinceLater(told.get(told.size() - 1)));
    a.putSelf(11_099, 11_099, VEHICLE).isOk();
    await().atMost(LONG).until(() -> keys("other").contains("fitment:{SELF:11099}:0"));
    awaitSameRedis();

    before.forEach((key, value) -> assertThat(contents("other")).containsEntry(key, value));
    assertThat(b.checked(VEHICLES, 11_001L, 11_002L))
        .containsExactly("11001 KNOWN 001", "11002 KNOWN 001");
  }

  @Test
  void an_event_without_contents_has_the_shelf_read_from_MySQL() {
    a.putSelf(17_001, 17_000, VEHICLE).isOk();
    awaitSameRedis();
    ScriptRunner.await(redis.on("other").call(commands -> commands.flushall()));
    FitmentChange told = told(17_000).get(0);
    tell(withContents(told, null));
    await().atMost(LONG).until(() -> keys("other").contains("fitment:{SELF:17000}:0"));
    contents("other")
        .forEach((key, value) -> assertThat(contents("shelves")).containsEntry(key, value));
    finished("rebuilds");
  }

  @Test
  void a_shelf_is_emptied_where_it_was_before_it_was_moved_also_if_redis_fell_back_there() {
    a.putSelf(20_001, 20_000, VEHICLE).isOk();
    awaitSameRedis();
    MeterRegistry metersOfB = second().bean(MeterRegistry.class);
    await()
        .atMost(LONG)
        .until(
            () -> {
              ScriptRunner.await(redis.on("left").call(commands -> commands.flushall()));
              return metersOfB.get("storefront.redis.generation").tag("cluster", "left").gauge();
            },
            generation -> generation.value() > 1);
    byte[] head = namespace.key("fitment:{SELF:20000}:0").getBytes(StandardCharsets.UTF_8);
    byte[] segment = namespace.key("fitment:{SELF:20000}:0:0").getBytes(StandardCharsets.UTF_8);
    byte[] believed = "1;99,0=256,;".getBytes(StandardCharsets.US_ASCII);
    ScriptRunner.await(redis.on("left").call(c -> c.set(head, believed)));
    ScriptRunner.await(redis.on("left").call(c -> c.hset(segment, new byte[] {'0'}, believed)));

    FitmentChange told = told(20_000).get(0);
    tell(of(told, told.revision(), told.since(), "left", told.contents()));
    await().atMost(LONG).until(() -> !keys("left").contains("fitment:{SELF:20000}:0:0"));
    assertThat(contents("left")).containsEntry("fitment:{SELF:20000}:0", "1;,;");
  }

  @Test
  void what_MySQL_never_gets_is_waited_for_no_longer_than_it_may_take_whatever_comes_with_it() {
    a.putSelf(21_001, 21_000, VEHICLE).isOk();
    a.putSelf(22_001, 22_000, VEHICLE).isOk();
    awaitSameRedis();
    FitmentChange there = withContents(told(21_000).get(0), null);
    FitmentChange lost = of(told(22_000).get(0), 99, 0, null, null);
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    InstantSource time = now::get;
    ShelfMirror mirror =
        new ShelfMirror(
            second().bean(ShelfUpkeep.class),
            second().bean(PlacedFitments.class),
            time.withZone(ZoneOffset.UTC));

    for (int minute = 0; minute < 5; minute++) {
      now.set(Instant.EPOCH.plus(Duration.ofMinutes(minute)));
      assertThatThrownBy(() -> mirror.follow(List.of(there, lost)))
          .hasRootCauseMessage(
              "%s is at revision 1 in MySQL, 99 was written".formatted(lost.changedShelf()));
    }
    now.set(Instant.EPOCH.plus(Duration.ofMinutes(5)));
    mirror.follow(List.of(there, lost));
  }

  @Test
  void an_event_that_makes_no_sense_is_put_aside_and_the_others_go_on() {
    for (String nonsense : List.of("{", "{\"eventId\":\"1\",\"cell\":\"z\"}")) {
      kafka
          .send(
              namespace.topic(FitmentChange.TOPIC),
              "12000",
              nonsense.getBytes(StandardCharsets.UTF_8))
          .join();
    }
    a.putSelf(12_001, 12_000, VEHICLE).isOk();
    await().atMost(LONG).until(() -> keys("other").contains("fitment:{SELF:12000}:0"));
    assertThat(records(FitmentChange.TOPIC + ".dlt", "12000")).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void the_other_cell_answers_when_the_first_ones_redis_is_killed() throws Exception {
    Long[] skus = LongStream.range(13_001, 13_041).boxed().toArray(Long[]::new);
    FitmentApi.forEach(
        List.of(skus), sku -> a.putSelf(sku, sku / 10, VEHICLE + (int) (sku % 3)).isOk());
    awaitSameRedis();
    List<String> answers = new ArrayList<>(a.checked(VEHICLES, skus));

    faults.kill("redis-shelves");
    // What it read just before it remembers for some seconds.
    await()
        .atMost(LONG)
        .untilAsserted(() -> a.check(VEHICLES, List.of(skus)).expect(503, "unavailable"));
    assertThat(b.checked(VEHICLES, skus)).isEqualTo(answers);
    // MySQL has it, and so soon has the other cell.
    a.putSelf(13_001, 1_300, VEHICLE).expect(503, "unavailable");
    answers.set(0, "13001 KNOWN 100");
    await().atMost(LONG).until(() -> b.checked(VEHICLES, skus).equals(answers));

    try (ConfigurationCentre centre = ConfigurationCentre.of(environment)) {
      centre.set(READS_FROM, "b");
      await()
          .atMost(LONG)
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(a.checked(VEHICLES, skus)).isEqualTo(answers));
      assertThat(a.getAsOperator("/api/v1/fitment/cells").json().path("readsFrom").asString())
          .isEqualTo("b");
      assertThat(
              a.get("/api/v1/vehicles/" + VEHICLE + "/skus?groupId=1300")
                  .isOk()
                  .json()
                  .path("items")
                  .valueStream()
                  .map(item -> item.path("skuId").asLong())
                  .toList())
          .containsExactly(13_001L, 13_002L, 13_005L, 13_008L);
      // There is no such cell: the last good value stays.
      centre.set(READS_FROM, "zz");
      centre.set(READS_FROM, "c");
      assertThat(a.checked(VEHICLES, skus)).isEqualTo(answers);

      faults.start("redis-shelves");
      centre.set(READS_FROM, "own");
      awaitSameRedis();
      await().atMost(LONG).until(() -> a.isRight(VEHICLES, List.of(skus), answers));
      centre.remove(READS_FROM);
    }
  }

  @Test
  void what_a_cells_redis_missed_is_there_once_it_is_back() {
    a.putSelf(14_001, 14_000, VEHICLE).isOk();
    awaitSameRedis();
    await().atMost(LONG).untilAsserted(() -> assertThat(lagOf("b")).isZero());

    faults.kill("redis-other");
    a.putSelf(14_001, 14_000, VEHICLE + 1).isOk();
    a.putSelf(14_002, 14_000, VEHICLE + 2).isOk();
    await().atMost(LONG).untilAsserted(() -> assertThat(lagOf("b")).isGreaterThan(2));
    assertThat(meters.get("storefront.fitment.cell.lag").tag("cell", "b").gauge().value())
        .isGreaterThan(2);

    faults.start("redis-other");
    awaitSameRedis();
    await().atMost(LONG).untilAsserted(() -> assertThat(lagOf("b")).isZero());
    assertThat(contents("other").keySet()).contains("fitment:{SELF:14000}:0");
    assertThat(b.checked(VEHICLES, 14_001L, 14_002L))
        .containsExactly("14001 KNOWN 010", "14002 KNOWN 001");
  }

  @Test
  @NotOnSharedServers
  void writes_go_on_while_kafka_is_away_and_the_other_cell_gets_them_later() {
    a.putSelf(16_001, 16_000, VEHICLE).isOk();
    awaitSameRedis();

    faults.kill("kafka");
    // Who waits for it waits for a second at least.
    List<Duration> took = new ArrayList<>();
    for (long sku = 16_001; sku < 16_061; sku++) {
      took.add(a.putSelf(sku, sku, VEHICLE + 1).isOk().took());
    }
    assertThat(took.stream().sorted().skip(30).findFirst().orElseThrow())
        .isLessThan(Duration.ofSeconds(1));
    assertThat(a.checked(VEHICLES, 16_001L)).containsExactly("16001 KNOWN 010");
    await()
        .atMost(LONG)
        .until(() -> meters.get("storefront.fitment.unpublished").gauge().value() > 2);
    assertThat(keys("other")).doesNotContain("fitment:{SELF:16001}:0");
    assertNoMonitorIsHeldWhileKafkaIsAsked();

    faults.start("kafka");
    awaitSameRedis();
    assertThat(keys("other")).contains("fitment:{SELF:16001}:0", "fitment:{SELF:16020}:0");
    await()
        .atMost(LONG)
        .until(() -> meters.get("storefront.fitment.unpublished").gauge().value() == 0);
    await().atMost(LONG).untilAsserted(() -> assertThat(lagOf("b")).isZero());
  }

  @Test
  void an_empty_cell_answers_at_once_and_a_rebuild_fills_it() {
    Long[] skus = LongStream.range(15_001, 15_021).boxed().toArray(Long[]::new);
    for (long sku : skus) {
      a.putSelf(sku, sku, VEHICLE + (int) (sku % 3)).isOk();
    }
    awaitSameRedis();
    ScriptRunner.await(redis.on("other").call(commands -> commands.flushall()));
    assertThat(b.checked(VEHICLES, skus)).isEqualTo(a.checked(VEHICLES, skus));

    finished("rebuilds");
    awaitSameRedis();
    assertThat(finished("consistency-checks")).isZero();
  }

  /** A virtual thread would hold its carrier too. */
  private void assertNoMonitorIsHeldWhileKafkaIsAsked() {
    Gauge lag = meters.get("storefront.fitment.cell.lag").tag("cell", "b").gauge();
    AtomicReference<CompletableFuture<Double>> question =
        new AtomicReference<>(completedFuture(0.0));
    List<ThreadInfo> asking =
        await()
            .atMost(LONG)
            .pollInterval(Duration.ofMillis(20))
            .until(
                () -> {
                  question.updateAndGet(last -> last.isDone() ? supplyAsync(lag::value) : last);
                  return asking();
                },
                threads -> !threads.isEmpty());
    assertThat(asking)
        .allSatisfy(
            thread ->
                assertThat(thread.getLockedMonitors())
                    .as("%s", thread)
                    .noneMatch(held -> held.getClassName().startsWith("dev.storefront")));
  }

  /** Threads that wait for Kafka to say how far cells are behind. */
  private static List<ThreadInfo> asking() {
    return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
        .filter(
            thread ->
                Arrays.stream(thread.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().equals(CellOffsets.class.getName())))
        .toList();
  }

  private double lagOf(String cell) {
    return a.getAsOperator("/api/v1/fitment/cells")
        .isOk()
        .json()
        .path("cells")
        .valueStream()
        .filter(known -> known.path("cell").asString().equals(cell))
        .map(known -> known.path("lagSeconds").asDouble())
        .findFirst()
        .orElseThrow();
  }

  /** Starts a run in the second cell, waits for its end, and gives how many shelves differ. */
  private long finished(String task) {
    String runs = "/api/v1/fitment/" + task;
    long id = b.postAsOperator(runs, Map.of()).json().path("id").asLong();
    return await()
        .atMost(LONG)
        .until(
            () -> b.getAsOperator(runs + "/" + id).isOk().json(),
            run -> run.path("state").asString().equals("DONE"))
        .path("differing")
        .asLong();
  }

  @Test
  void a_cell_whose_redis_fell_back_answers_what_the_other_cell_wrote() throws Exception {
    for (long sku = 18_001; sku <= 18_005; sku++) {
      a.putSelf(sku, sku, VEHICLE).isOk();
    }
    awaitSameRedis();
    OldFiles old = OldFiles.of("redis-other", folder);
    a.putSelf(18_001, 18_001, VEHICLE + 1).isOk();
    a.patch(18_002, List.of(VEHICLE + 2), List.of()).isOk();
    a.delete(18_003).expect(204);
    a.putSelf(18_006, 18_006, VEHICLE).isOk();
    awaitSameRedis();
    Long[] skus = {18_001L, 18_002L, 18_003L, 18_004L, 18_006L};
    List<String> right =
        List.of(
            "18001 KNOWN 010",
            "18002 KNOWN 101",
            "18003 UNKNOWN 000",
            "18004 KNOWN 100",
            "18006 KNOWN 100");

    old.fallBack(faults);
    await()
        .atMost(LONG)
        .until(
            () -> {
              Reply reply = b.check(VEHICLES, List.of(skus));
              boolean answered = reply.status() == 200 && !reply.body().contains("UNAVAILABLE");
              if (answered) {
                assertThat(FitmentApi.answers(reply)).isEqualTo(right);
              }
              return answered;
            });
    assertThat(a.checked(VEHICLES, skus)).isEqualTo(right);
    awaitSameRedis();
  }

  private void importInto(FitmentApi cell, long mainSku, int skus) {
    String lines =
        LongStream.rangeClosed(mainSku + 1, mainSku + skus)
            .mapToObj(
                sku ->
                    "{\"skuId\":%d,\"kind\":\"SELF\",\"mainSkuId\":%d,\"vehicleIds\":[%d]}"
                        .formatted(sku, mainSku, VEHICLE + sku % 3))
            .collect(Collectors.joining("\n"));
    Reply reply =
        cell.send(
            cell.request("/api/v1/fitment/imports", TestTokens.operator())
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(lines)));
    assertThat(reply.status()).isEqualTo(202);
    String import1 = "/api/v1/fitment/imports/" + reply.json().path("id").asString();
    await()
        .atMost(LONG)
        .until(() -> cell.getAsOperator(import1).json().path("state").asString().equals("DONE"));
  }

  private void move(long sku, long spu) {
    product(sku, Map.of("kind", "POP", "spuId", spu, "vendorId", 9, "deleted", false));
    await()
        .atMost(LONG)
        .until(() -> keys("shelves").contains("fitment:{POP:9:%d}:0".formatted(spu)));
  }

  private void delete(long sku) {
    product(sku, Map.of("deleted", true));
    await()
        .atMost(LONG)
        .until(() -> a.checked(VEHICLES, sku).equals(List.of(sku + " UNKNOWN 000")));
  }

  private void product(long sku, Map<String, Object> facts) {
    Map<String, Object> event = new HashMap<>(facts);
    event.put("eventId", UUID.randomUUID().toString());
    event.put("skuId", sku);
    event.put("version", 5);
    events.publish("product-changes", Long.toString(sku), event).join();
  }

  private void tell(FitmentChange change) {
    events.publish(FitmentChange.TOPIC, change.key(), change).join();
  }

  /** The same as said by somebody else, of the second revision, building on the first. */
  private static FitmentChange sinceLater(FitmentChange change) {
    return of(change, 2, 1, null, change.contents());
  }

  private static FitmentChange withContents(
      FitmentChange change, FitmentChange.@Nullable Contents contents) {
    return of(change, change.revision(), change.since(), null, contents);
  }

  private static FitmentChange of(
      FitmentChange change,
      long revision,
      long since,
      @Nullable String left,
      FitmentChange.@Nullable Contents contents) {
    return new FitmentChange(
        "told-again-%d-%d".formatted(change.groupId(), revision),
        "a",
        change.kind(),
        change.groupId(),
        change.vendorId(),
        change.shelf(),
        revision,
        since,
        change.writtenAt(),
        "shelves",
        left,
        contents,
        null);
  }

  private List<FitmentChange> told(long groupId) {
    return records(FitmentChange.TOPIC, Long.toString(groupId)).stream()
        .map(value -> json.read(value, FitmentChange.class))
        .toList();
  }

  /** The values of all records of a topic that have a key. */
  private List<byte[]> records(String topic, String key) {
    List<byte[]> values = new ArrayList<>();
    try (Consumer<String, byte[]> consumer = consumers.createConsumer("looks", null)) {
      var partitions =
          consumer.partitionsFor(namespace.topic(topic)).stream()
              .map(p -> new org.apache.kafka.common.TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(
                record -> {
                  if (key.equals(record.key())) {
                    values.add(record.value());
                  }
                });
      }
    }
    return values;
  }

  private void awaitSameRedis() {
    await()
        .atMost(LONG)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(contents("other")).isEqualTo(contents("shelves")));
  }

  private List<String> keys(String cluster) {
    return List.copyOf(contents(cluster).keySet());
  }

  /** All that a Redis has of this test, by key. */
  private Map<String, String> contents(String cluster) {
    Map<String, String> contents = new TreeMap<>();
    String prefix = namespace.key("");
    for (byte[] key :
        ScriptRunner.await(redis.on(cluster).call(c -> c.keys(prefix + "fitment:*")))) {
      String name = new String(key, StandardCharsets.UTF_8);
      boolean isHead = name.matches(".*}:\\d+");
      contents.put(
          name.substring(prefix.length()),
          isHead
              ? head(ScriptRunner.await(redis.on(cluster).call(c -> c.get(key))))
              : ScriptRunner.await(redis.on(cluster).call(c -> c.hgetall(key))).entrySet().stream()
                  .map(block -> text(block.getKey()) + "=" + text(block.getValue()))
                  .sorted()
                  .collect(Collectors.joining(";")));
    }
    return contents;
  }

  /** Without the generation, which each Redis has its own of. */
  private static String head(byte @Nullable [] bytes) {
    return text(bytes).replaceFirst("^([0-9]+;)[0-9]*,", "$1,");
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
