package dev.storefront.fitment.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import io.github.resilience4j.bulkhead.BulkheadRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.lettuce.core.cluster.SlotHash;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** Three real Redis clusters: one for what we sell ourselves, two for the marketplace. */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(
    database = "fitment",
    namespace = "three",
    redisClusters = {"pop1", "pop2"})
@TestPropertySource(
    properties = {
      "storefront.fitment.placement.pop=pop1,pop2",
      "storefront.fitment.near-cache.max-age=1ms"
    })
class ThreeClustersTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final List<String> CLUSTERS = List.of("default", "pop1", "pop2");
  private static final int VEHICLE = 1_000_000;
  // See RendezvousTest for a list.
  private static final long ON_POP_1 = 3;
  private static final long ON_POP_2 = 1;

  @LocalServerPort int port;
  @Autowired RedisClusterAccess redis;
  @Autowired ScriptRunner scripts;
  @Autowired CellProperties cells;
  @Autowired ReadCell readCell;
  @Autowired ClusterRouter router;
  @Autowired FitmentKeys keys;
  @Autowired NearCache near;
  @Autowired Namespace namespace;
  @Autowired MeterRegistry meters;
  FitmentApi api;
  Faults faults;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 4);
    faults = TestBackends.shared().faults();
  }

  @AfterEach
  void heal() {
    faults.start("redis-pop1");
  }

  @Test
  void each_groups_data_lies_on_its_cluster_and_slot_and_nowhere_else() {
    List<Long> skus = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    Map<String, Integer> groupsOn = new HashMap<>();
    for (long i = 1; i <= 40; i++) {
      long sku = 10_000 + i;
      int fitting = (int) (i % 3);
      Group group;
      if (i % 4 == 0) {
        api.putSelf(sku, 20_000 + i, VEHICLE + fitting).isOk();
        group = Group.self(20_000 + i);
        assertThat(router.clusterOf(group)).isEqualTo("default");
      } else {
        putPop(sku, 20_000 + i, i, VEHICLE + fitting);
        group = Group.pop(20_000 + i, i);
        assertThat(router.clusterOf(group)).isIn("pop1", "pop2");
      }
      groupsOn.merge(router.clusterOf(group), 1, Integer::sum);
      assertLiesOnlyWhereItShould(group);
      skus.add(sku);
      expected.add(sku + (fitting == 0 ? " KNOWN 10" : fitting == 1 ? " KNOWN 01" : " KNOWN 00"));
    }
    assertThat(groupsOn).containsOnlyKeys("default", "pop1", "pop2").containsEntry("default", 10);

    // All three in one question.
    assertThat(api.checked(List.of(VEHICLE, VEHICLE + 1), skus.toArray(Long[]::new)))
        .isEqualTo(expected);
  }

  @Test
  void two_merchants_who_claim_one_spu_do_not_get_into_each_others_data() {
    putPop(11_001, 21_000, ON_POP_1, VEHICLE);
    putPop(11_002, 21_000, ON_POP_2, VEHICLE + 1);
    assertThat(api.checked(List.of(VEHICLE, VEHICLE + 1), 11_001L, 11_002L))
        .containsExactly("11001 KNOWN 10", "11002 KNOWN 01");
    assertLiesOnlyWhereItShould(Group.pop(21_000, ON_POP_1));
    assertLiesOnlyWhereItShould(Group.pop(21_000, ON_POP_2));

    JsonNode fitting = api.get("/api/v1/vehicles/" + VEHICLE + "/skus?groupId=21000").isOk().json();
    assertThat(fitting.path("items").valueStream().map(item -> item.path("skuId").asLong()))
        .containsExactly(11_001L);
  }

  @Test
  void a_sku_moves_to_the_cluster_of_its_new_merchant() {
    api.putSelf(12_001, 12_001, VEHICLE).isOk();
    assertThat(api.checked(List.of(VEHICLE), 12_001L)).containsExactly("12001 KNOWN 1");
    for (long vendor : new long[] {ON_POP_1, ON_POP_2}) {
      putPop(12_001, 22_000, vendor, VEHICLE);
      assertThat(api.checked(List.of(VEHICLE), 12_001L)).containsExactly("12001 KNOWN 1");
      assertThat(keys("pop" + (vendor == ON_POP_1 ? 1 : 2), "POP:" + vendor + ":22000"))
          .isNotEmpty();
    }
    api.putSelf(12_001, 12_001, VEHICLE + 1).isOk();
    assertThat(api.checked(List.of(VEHICLE, VEHICLE + 1), 12_001L))
        .containsExactly("12001 KNOWN 01");
  }

  @Test
  void a_cluster_that_is_away_takes_its_own_skus_away_alone() {
    api.putSelf(13_001, 13_001, VEHICLE).isOk();
    putPop(13_002, 23_000, ON_POP_1, VEHICLE);
    putPop(13_003, 23_001, ON_POP_2, VEHICLE);
    String others = "13001 KNOWN 1";

    faults.kill("redis-pop1");
    assertThat(api.checked(List.of(VEHICLE), 13_001L, 13_003L))
        .containsExactly(others, "13003 KNOWN 1");
    assertThat(api.checked(List.of(VEHICLE), 13_001L, 13_002L, 13_009L))
        .containsExactly(others, "13002 UNAVAILABLE 0", "13009 UNKNOWN 0");
    api.check(List.of(VEHICLE), List.of(13_002L)).expect(503, "unavailable");
    api.putSelf(13_001, 13_001, VEHICLE + 1).isOk();
    api.put(13_002, pop(23_000, ON_POP_1, VEHICLE + 1)).expect(503, "unavailable");
    // Instances that answer for all others must not be taken out of service.
    assertThat(api.get("/actuator/health/readiness").status()).isEqualTo(200);
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(
                        api.get("/actuator/health")
                            .json()
                            .at("/components/redisClusters")
                            .toString())
                    .contains("\"pop1\":{\"status\":\"DOWN\"}", "\"pop2\":{\"status\":\"UP\"}"));
    faults.start("redis-pop1");

    // The write that this cluster missed is there too.
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(api.checked(List.of(VEHICLE, VEHICLE + 1), 13_001L, 13_002L, 13_003L))
                    .containsExactly("13001 KNOWN 01", "13002 KNOWN 01", "13003 KNOWN 10"));
  }

  @Test
  void a_node_that_hangs_does_not_take_the_threads_of_those_that_answer() throws Exception {
    api.putSelf(14_001, 14_001, VEHICLE).isOk();
    putPop(14_002, 24_000, ON_POP_1, VEHICLE);
    String right = "14001 KNOWN 1";
    assertThat(api.checked(List.of(VEHICLE), 14_001L, 14_002L))
        .containsExactly(right, "14002 KNOWN 1");
    ExecutorService callers = Executors.newFixedThreadPool(80);
    faults.pause("redis-pop1");
    try {
      AtomicBoolean over = new AtomicBoolean();
      List<Future<?>> hanging = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        hanging.add(
            callers.submit(
                () -> {
                  while (!over.get()) {
                    api.check(List.of(VEHICLE), List.of(14_001L, 14_002L));
                  }
                }));
      }
      await()
          .atMost(LONG)
          .until(() -> isAnswered(List.of(right, "14002 UNAVAILABLE 0"), 14_001L, 14_002L));
      for (int i = 0; i < 20; i++) {
        // The callers themselves may keep the machine busy for longer than a check waits.
        await().atMost(LONG).until(() -> isAnswered(List.of(right), 14_001L));
      }
      over.set(true);
      for (Future<?> each : hanging) {
        each.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
      }
      assertThat(
              meters.get("resilience4j.circuitbreaker.not.permitted.calls").counters().stream()
                  .mapToDouble(Counter::count)
                  .sum())
          .isPositive();
    } finally {
      faults.resume("redis-pop1");
      callers.shutdownNow();
    }
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(api.checked(List.of(VEHICLE), 14_001L, 14_002L))
                    .containsExactly(right, "14002 KNOWN 1"));
  }

  @Test
  void a_check_that_waits_for_a_node_that_hangs_keeps_nobody_from_those_that_answer() {
    api.putSelf(15_001, 15_001, VEHICLE).isOk();
    putPop(15_002, 25_001, ON_POP_1, VEHICLE);
    putPop(15_003, 25_002, ON_POP_2, VEHICLE);
    Map<Shelf, List<Long>> self = Map.of(new Shelf(Group.self(15_001), 0), List.of(15_001L));
    Map<Shelf, List<Long>> pop1 =
        Map.of(new Shelf(Group.pop(25_001, ON_POP_1), 0), List.of(15_002L));
    Map<Shelf, List<Long>> pop2 =
        Map.of(new Shelf(Group.pop(25_002, ON_POP_2), 0), List.of(15_003L));

    await().atMost(LONG).until(() -> isAnsweredMeanwhile(both(self, pop2), "redis-pop1", pop1));
    await().atMost(LONG).until(() -> isAnsweredMeanwhile(both(self, pop1), "redis-pop2", pop2));
  }

  private static Map<Shelf, List<Long>> both(
      Map<Shelf, List<Long>> one, Map<Shelf, List<Long>> other) {
    Map<Shelf, List<Long>> both = new HashMap<>(one);
    both.putAll(other);
    return both;
  }

  /** While a check waits for a server that hangs; each node takes one caller at a time. */
  private boolean isAnsweredMeanwhile(
      Map<Shelf, List<Long>> skus, String hangs, Map<Shelf, List<Long>> unanswered) {
    BulkheadRegistry bulkheads = BulkheadRegistry.ofDefaults();
    CheckProperties settings = new CheckProperties(Duration.ofSeconds(10), 1);
    NodeGuards guards = new NodeGuards(CircuitBreakerRegistry.ofDefaults(), bulkheads, settings);
    ShelfChecks checks = new ShelfChecks(router, keys, near, guards, settings);
    int[] offset = {1};
    faults.pause(hangs);
    try {
      CompletableFuture<?> waiting =
          CompletableFuture.runAsync(() -> checks.check(both(skus, unanswered), offset));
      await()
          .pollInterval(Duration.ofMillis(10))
          .until(() -> waiting.isDone() || bulkheads.getAllBulkheads().size() == 3);
      boolean answered = false;
      while (!waiting.isDone()) {
        boolean all =
            checks.check(skus, offset).values().stream()
                .allMatch(fit -> fit.status() == PlacedFit.Status.KNOWN);
        answered |= all && !waiting.isDone();
      }
      return answered;
    } finally {
      faults.resume(hangs);
    }
  }

  /** False if nothing could be answered; what is answered has to be right. */
  private boolean isAnswered(List<String> right, Long... skus) {
    Reply reply = api.check(List.of(VEHICLE), List.of(skus));
    return reply.status() != 503 && FitmentApi.answers(reply.isOk()).equals(right);
  }

  @Test
  void a_cluster_that_is_not_there_is_refused_at_the_start() {
    PlacementProperties settings = new PlacementProperties("default", List.of("pop1", "pop9"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClusterRouter(scripts, settings, cells, readCell))
        .withMessage("No Redis cluster is called 'pop9', there are [default, pop1, pop2]");
  }

  private void assertLiesOnlyWhereItShould(Group group) {
    String hashTag = group.hashTag();
    for (String cluster : CLUSTERS) {
      Set<String> keys = keys(cluster, hashTag);
      if (cluster.equals(router.clusterOf(group))) {
        assertThat(keys).as("%s on %s", hashTag, cluster).isNotEmpty();
        assertThat(slots(cluster, keys)).containsExactly((long) SlotHash.getSlot(hashTag));
      } else {
        assertThat(keys).as("%s on %s", hashTag, cluster).isEmpty();
      }
    }
  }

  private void putPop(long sku, long spu, long vendor, int vehicle) {
    api.put(sku, pop(spu, vendor, vehicle)).isOk();
  }

  private static Map<String, Object> pop(long spu, long vendor, int vehicle) {
    return Map.of("kind", "POP", "spuId", spu, "vendorId", vendor, "vehicleIds", List.of(vehicle));
  }

  private Set<String> keys(String cluster, String hashTag) {
    String pattern = namespace.key("fitment:{" + hashTag + "}*");
    Set<String> keys = new HashSet<>();
    ScriptRunner.await(redis.on(cluster).call(commands -> commands.keys(pattern)))
        .forEach(key -> keys.add(new String(key, StandardCharsets.UTF_8)));
    return keys;
  }

  /** As the server itself sees it. */
  private Set<Long> slots(String cluster, Set<String> keys) {
    Set<Long> slots = new HashSet<>();
    keys.forEach(
        key ->
            slots.add(
                ScriptRunner.await(redis.on(cluster).call(c -> c.clusterKeyslot(bytes(key))))));
    return slots;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
