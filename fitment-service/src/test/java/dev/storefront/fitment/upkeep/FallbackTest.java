package dev.storefront.fitment.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.Fallbacks;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.imports.ImportClient;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/** A Redis that comes back with what it knew a while ago. */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "fitment", namespace = "lossy", redisClusters = "lossy")
@TestPropertySource(
    properties = {
      "storefront.fitment.placement.self=lossy",
      "storefront.fitment.placement.pop=lossy",
      "storefront.fitment.near-cache.max-age=1ms", // so that Redis answers
      "storefront.fitment.imports.folder=target/imports-lossy"
    })
@NotOnContainers
class FallbackTest {

  private static final String REDIS = "redis-lossy";
  private static final Duration LONG = Duration.ofMinutes(2);

  /** For the end of a doubt of few shelves, where two processors have twenty things to do. */
  private static final Duration SOON = Duration.ofSeconds(20);

  /** A machine that stands still may take longer: then Redis falls back once more. */
  private static final int MOST_TRIES = 3;

  private static final int VEHICLE = 1_000_000;
  private static final List<Integer> VEHICLES = List.of(VEHICLE, VEHICLE + 1, VEHICLE + 2);

  @TempDir private Path folder;

  @LocalServerPort int port;
  @Autowired MeterRegistry meters;
  @Autowired RedisClusterAccess redis;
  @Autowired JdbcClient db;
  @Autowired ClusterRouter router;
  @Autowired Runs<DoubtRequest, UpkeepProgress> doubtRepairs;
  FitmentApi api;
  Fallbacks fallbacks;
  Faults faults;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 3);
    fallbacks = new Fallbacks(meters, "lossy");
    faults = TestBackends.shared().faults();
  }

  @AfterEach
  void heal() {
    faults.start(REDIS);
  }

  @Test
  void what_was_acknowledged_is_answered_after_a_restart_from_older_files() throws IOException {
    // One in each group, so that each shelf is repaired for itself; the last two share one.
    List<Long> skus = LongStream.rangeClosed(10_001, 10_040).boxed().toList();
    skus.forEach(sku -> api.putSelf(sku, group(sku), VEHICLE).isOk());
    // What nobody asks for until the run is over, the run alone repairs.
    List<Long> unasked = LongStream.rangeClosed(20_001, 20_040).boxed().toList();
    unasked.forEach(sku -> api.putSelf(sku, sku, VEHICLE).isOk());
    OldFiles old = oldFiles();
    unasked.subList(20, 40).forEach(sku -> api.putSelf(sku, sku, VEHICLE + 1).isOk());
    api.putSelf(10_001, group(10_001), VEHICLE + 1).isOk();
    api.patch(10_002, List.of(VEHICLE + 2), List.of(VEHICLE)).isOk();
    api.putSelf(10_003, 10_999, VEHICLE + 1).isOk();
    api.putSelf(10_040, group(10_040), VEHICLE + 1).isOk();
    api.putSelf(10_041, 10_041, VEHICLE + 2).isOk();
    api.delete(10_004).expect(204);
    double confirmed = repaired("confirmed");
    double rewritten = repaired("rewritten");

    old.fallBack(faults);
    List<String> right =
        LongStream.rangeClosed(10_001, 10_042)
            .mapToObj(
                sku ->
                    sku
                        + switch ((int) sku) {
                          case 10_001, 10_003, 10_040 -> " KNOWN 010";
                          case 10_002, 10_041 -> " KNOWN 001";
                          case 10_004, 10_042 -> " UNKNOWN 000";
                          default -> " KNOWN 100";
                        })
            .toList();
    List<Long> asked = LongStream.rangeClosed(10_001, 10_042).boxed().toList();
    await().atMost(LONG).until(() -> api.isRight(VEHICLES, asked, right));
    await()
        .atMost(LONG)
        .until(() -> api.isRight(VEHICLES, asked, right) && fallbacks.slotsInDoubt() == 0);
    assertThat(api.checked(VEHICLES, 10_001L, 10_002L)).containsExactly(right.get(0), right.get(1));
    assertThat(repaired("confirmed")).isGreaterThanOrEqualTo(confirmed + 20);
    assertThat(repaired("rewritten")).isGreaterThanOrEqualTo(rewritten + 20);
    double byMySql = meters.counter("storefront.fitment.checked.skus", "by", "mysql").count();
    assertThat(api.checked(VEHICLES, unasked.toArray(Long[]::new)))
        .isEqualTo(
            unasked.stream()
                .map(sku -> sku + (sku > 20_020 ? " KNOWN 010" : " KNOWN 100"))
                .toList());
    assertThat(meters.counter("storefront.fitment.checked.skus", "by", "mysql").count())
        .isEqualTo(byMySql);
    assertThat(differing()).isZero();

    // What is written then builds on what is believed.
    api.patch(10_001, List.of(VEHICLE), List.of()).isOk();
    assertThat(api.checked(VEHICLES, 10_001L)).containsExactly("10001 KNOWN 110");
  }

  @Test
  void one_shelf_that_cannot_be_repaired_keeps_no_other_from_its_repair() throws IOException {
    List<Long> skus = LongStream.rangeClosed(30_001, 30_520).boxed().toList();
    importAll(skus, VEHICLE);
    OldFiles old = oldFiles();
    importAll(skus, VEHICLE + 1);
    byte[] bits =
        db.sql("SELECT bits FROM sku_segment WHERE sku_id = 30001").query(byte[].class).single();
    double rewritten = repaired("rewritten");
    db.sql("UPDATE sku_segment SET bits = 'nonsense' WHERE sku_id = 30001").update();
    try {
      old.fallBack(faults);
      // More than are looked at together, and none of them is asked for.
      await().atMost(LONG).until(() -> repaired("rewritten") >= rewritten + 519);
      assertThat(fallbacks.slotsInDoubt()).isPositive();
      // The run waits, and those of other nodes do not wait for it.
      RunStart start =
          doubtRepairs.start(new DoubtRequest("other", 1, HashSlots.NONE, router.settings()));
      long other = ((RunStart.Started) start).id();
      await()
          .atMost(LONG)
          .until(() -> doubtRepairs.find(other).orElseThrow().state() == RunState.DONE);
      assertThat(fallbacks.slotsInDoubt()).isPositive();
    } finally {
      db.sql("UPDATE sku_segment SET bits = ? WHERE sku_id = 30001").param(bits).update();
    }
    await().atMost(LONG).until(() -> fallbacks.slotsInDoubt() == 0);
    assertThat(api.checked(VEHICLES, 30_001L, 30_520L))
        .containsExactly("30001 KNOWN 010", "30520 KNOWN 010");
  }

  @Test
  void what_is_in_doubt_is_right_again_within_seconds() throws IOException {
    List<Long> skus = LongStream.rangeClosed(40_001, 40_040).boxed().toList();
    importAll(skus, VEHICLE);
    OldFiles old = oldFiles();
    importAll(skus, VEHICLE + 1);
    Duration shortest = LONG;
    for (int tries = 1; tries <= MOST_TRIES && shortest.compareTo(SOON) > 0; tries++) {
      Duration doubt = doubtAfter(old);
      shortest = doubt.compareTo(shortest) < 0 ? doubt : shortest;
    }
    assertThat(shortest).isLessThan(SOON);
    assertThat(api.checked(VEHICLES, 40_001L, 40_040L))
        .containsExactly("40001 KNOWN 010", "40040 KNOWN 010");
  }

  /** From when Redis answers again. */
  private Duration doubtAfter(OldFiles old) throws IOException {
    double before = fallbacks.found();
    old.fallBack(faults);
    long begun = System.nanoTime();
    await().atMost(LONG).until(() -> fallbacks.isOverSince(before));
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private void importAll(List<Long> skus, int vehicle) {
    String lines =
        skus.stream()
            .map(
                sku ->
                    "{\"skuId\":%d,\"kind\":\"SELF\",\"mainSkuId\":%d,\"vehicleIds\":[%d]}"
                        .formatted(sku, sku, vehicle))
            .collect(Collectors.joining("\n"));
    new ImportClient(api).imported(ImportClient.NDJSON, "", lines);
  }

  /** With all that was acknowledged: Redis writes its file a little later if the disk is slow. */
  private OldFiles oldFiles() throws IOException {
    await()
        .atMost(LONG)
        .until(
            () ->
                ScriptRunner.await(redis.on("lossy").call(c -> c.info("persistence")))
                    .contains("aof_buffer_length:0\r"));
    return OldFiles.of(REDIS, folder);
  }

  private static long group(long sku) {
    return sku == 10_040 ? 10_039 : sku;
  }

  private double repaired(String outcome) {
    return meters.counter("storefront.fitment.doubtful.shelves", "outcome", outcome).count();
  }

  private long differing() {
    String checks = "/api/v1/fitment/consistency-checks";
    String run = checks + "/" + api.postAsOperator(checks, Map.of()).json().path("id").asString();
    await()
        .atMost(LONG)
        .until(() -> api.getAsOperator(run).json().path("state").asString().equals("DONE"));
    return api.getAsOperator(run).json().path("differing").asLong();
  }
}
