package dev.storefront.fitment.placement;

import static dev.storefront.fitment.placement.ThreeClusters.ON_POP_1;
import static dev.storefront.fitment.placement.ThreeClusters.ON_POP_2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.TestBackends;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Three real Redis clusters: one for what we sell ourselves, two for the marketplace. */
@ThreeClusters
class ThreeClustersTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final List<String> CLUSTERS = List.of("default", "pop1", "pop2");
  private static final int VEHICLE = 1_000_000;

  @LocalServerPort int port;
  @Autowired RedisClusterAccess redis;
  @Autowired ScriptRunner scripts;
  @Autowired CellProperties cells;
  @Autowired ReadCell readCell;
  @Autowired ClusterRouter router;
  @Autowired FitmentKeys keys;
  @Autowired Namespace namespace;
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
        api.putPop(sku, 20_000 + i, i, VEHICLE + fitting).isOk();
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
    api.putPop(11_001, 21_000, ON_POP_1, VEHICLE).isOk();
    api.putPop(11_002, 21_000, ON_POP_2, VEHICLE + 1).isOk();
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
      api.putPop(12_001, 22_000, vendor, VEHICLE).isOk();
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
    api.putPop(13_002, 23_000, ON_POP_1, VEHICLE).isOk();
    api.putPop(13_003, 23_001, ON_POP_2, VEHICLE).isOk();
    String others = "13001 KNOWN 1";

    faults.kill("redis-pop1");
    assertThat(api.checked(List.of(VEHICLE), 13_001L, 13_003L))
        .containsExactly(others, "13003 KNOWN 1");
    assertThat(api.checked(List.of(VEHICLE), 13_001L, 13_002L, 13_009L))
        .containsExactly(others, "13002 UNAVAILABLE 0", "13009 UNKNOWN 0");
    api.check(List.of(VEHICLE), List.of(13_002L)).expect(503, "unavailable");
    api.putSelf(13_001, 13_001, VEHICLE + 1).isOk();
    api.putPop(13_002, 23_000, ON_POP_1, VEHICLE + 1).expect(503, "unavailable");
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
