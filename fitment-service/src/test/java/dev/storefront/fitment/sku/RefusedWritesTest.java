package dev.storefront.fitment.sku;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.localstack.testing.WithBackends;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/**
 * SKUs leave a Redis that answers reads and refuses writes; another instance remembers them there.
 */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "fitment", namespace = "refused", redisClusters = "stubborn")
@TestPropertySource(properties = {RefusedWritesTest.MERCHANTS, RefusedWritesTest.NOTHING_KEPT})
class RefusedWritesTest {

  static final String MERCHANTS = "storefront.fitment.placement.pop=stubborn";

  /** What is in Redis shows at once. */
  static final String NOTHING_KEPT = "storefront.fitment.near-cache.max-age=1ms";

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int VEHICLE = 1_000_000;
  private static final List<Integer> VEHICLES = List.of(VEHICLE, VEHICLE + 1);

  private static @Nullable SecondInstance started;

  @LocalServerPort int port;
  @Autowired Environment environment;
  @Autowired RedisClusterAccess redis;
  @Autowired EventPublisher events;
  @Autowired JdbcClient db;
  FitmentApi api;
  FitmentApi other;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 2);
    if (started == null) {
      String nodes = "storefront.redis.clusters.stubborn.nodes";
      started =
          SecondInstance.start(
              FitmentApplication.class,
              environment,
              nodes + "=" + environment.getProperty(nodes),
              MERCHANTS,
              NOTHING_KEPT);
    }
    other = new FitmentApi(started.port());
  }

  @AfterEach
  void accept() {
    setReplicasNeeded(0);
  }

  @AfterAll
  static void end() {
    if (started != null) {
      started.close();
      started = null;
    }
  }

  @Test
  void no_write_of_a_moved_sku_succeeds_as_long_as_its_old_shelf_answers_what_was() {
    putPop(10_001, 20_001).isOk();
    assertThat(other.checked(VEHICLES, 10_001L)).containsExactly("10001 KNOWN 10");

    refuse();
    for (int repeat = 0; repeat < 3; repeat++) {
      api.putSelf(10_001, 30_001, VEHICLE + 1).expect(503, "unavailable");
    }
    api.patch(10_001, List.of(VEHICLE + 1), List.of()).expect(503, "unavailable");
    // Whoever remembers the old shelf finds it there.
    assertThat(other.checked(VEHICLES, 10_001L)).containsExactly("10001 KNOWN 10");
    api.putSelf(10_002, 30_001, VEHICLE).isOk();

    accept();
    api.putSelf(10_001, 30_001, VEHICLE + 1).isOk();
    assertThat(other.checked(VEHICLES, 10_001L)).containsExactly("10001 KNOWN 01");
    assertThat(leftShelves(10_001)).isZero();
  }

  @Test
  void a_sku_that_the_catalogue_moved_is_written_only_once_its_old_shelf_is_too() {
    putPop(10_011, 20_011).isOk();
    assertThat(other.checked(VEHICLES, 10_011L)).containsExactly("10011 KNOWN 10");

    refuse();
    events
        .publish(
            "product-changes",
            "10011",
            Map.of(
                "eventId", "e", "skuId", 10_011, "version", 1, "kind", "SELF", "mainSkuId", 30_011))
        .join();
    await().atMost(LONG).until(() -> leftShelves(10_011) == 1);
    api.putSelf(10_011, 30_011, VEHICLE + 1).expect(503, "unavailable");

    accept();
    api.putSelf(10_011, 30_011, VEHICLE + 1).isOk();
    assertThat(other.checked(VEHICLES, 10_011L)).containsExactly("10011 KNOWN 01");
  }

  @Test
  void what_was_left_is_forgotten_once_repair_has_placed_it() {
    putPop(10_021, 20_021).isOk();
    refuse();
    api.putSelf(10_021, 30_021, VEHICLE).expect(503, "unavailable");
    assertThat(leftShelves(10_021)).isEqualTo(1);

    accept();
    await().atMost(LONG).until(() -> leftShelves(10_021) == 0);
    assertThat(other.checked(VEHICLES, 10_021L)).containsExactly("10021 KNOWN 10");
  }

  private Reply putPop(long sku, long spu) {
    return api.put(
        sku, Map.of("kind", "POP", "spuId", spu, "vendorId", 1, "vehicleIds", List.of(VEHICLE)));
  }

  private void refuse() {
    setReplicasNeeded(1);
  }

  /** A server that needs replicas and has none refuses writes, and answers reads. */
  private void setReplicasNeeded(int replicas) {
    ScriptRunner.await(
        redis
            .on("stubborn")
            .call(c -> c.configSet("min-replicas-to-write", Integer.toString(replicas))));
  }

  private long leftShelves(long skuId) {
    return db.sql("SELECT COUNT(*) FROM left_shelf WHERE sku_id = ?")
        .param(skuId)
        .query(Long.class)
        .single();
  }
}
