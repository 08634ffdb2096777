package dev.storefront.fitment.sku;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.SkuFitment;
import dev.storefront.fitment.placement.WriteOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What lies in Redis, and that it follows MySQL whatever happens. Vehicle ids 5000000-5999999 and
 * SKUs 5000000-5999999 are this class's.
 */
@FitmentServiceTest
class PlacementTest {

  private static final int[] LATE_OFFSETS = {6_000_001, 6_025_008, 6_050_000, 6_050_001};

  @LocalServerPort int port;
  @Autowired JdbcClient db;
  @Autowired StringRedisTemplate redis;
  @Autowired RedisClusterAccess cluster;
  @Autowired Namespace namespace;
  @Autowired PlacedFitments placed;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(5_000_000, 10);
    for (int i = 0; i < LATE_OFFSETS.length; i++) {
      db.sql(
              "INSERT INTO vehicle VALUES (?, ?, 'Placed', 'Late', 2020, '')"
                  + " ON DUPLICATE KEY UPDATE make = make")
          .params(5_100_000 + i, LATE_OFFSETS[i])
          .update();
    }
  }

  @Test
  void a_segment_is_one_string_of_exactly_the_size_that_its_last_vehicle_needs() {
    // One at a time and in ascending order: what makes a bitmap that grows twice its size.
    api.putSelf(5_000_001, 5_000_000, 5_100_000).isOk();
    api.patch(5_000_001, List.of(5_100_001), List.of()).isOk();
    api.patch(5_000_001, List.of(5_100_002), List.of()).isOk();
    api.patch(5_000_001, List.of(5_100_003), List.of()).isOk();

    String head = "fitment:{SELF:5000000}:5000001";
    Map<String, Integer> lengths = lengthsOfSegments(head);
    assertThat(lengths).isEqualTo(Map.of(head + ":120", 6_250, head + ":121", 1));
    assertThat(redis.opsForValue().get(namespace.key(head))).isEqualTo("K4,120,121,");
    long full = memory(head + ":120");
    // The size class of 6,250 bytes and a header is 7,168; a grown one takes 14,336.
    assertThat(full).isBetween(6_250L, 7_400L);

    api.patch(5_000_001, List.of(), List.of(5_100_002, 5_100_003)).isOk();
    assertThat(lengthsOfSegments(head)).isEqualTo(Map.of(head + ":120", 25_007 / 8 + 1));
    assertThat(memory(head + ":120")).isLessThan(full);
  }

  @Test
  void a_sku_whose_group_changed_is_gone_from_the_old_one_and_late_writers_cannot_bring_it_back() {
    api.putSelf(5_000_011, 5_000_010, 5_000_000, 5_100_003).isOk();
    api.put(5_000_011, Map.of("kind", "POP", "spuId", 5_000_019, "vehicleIds", List.of(5_000_001)))
        .isOk();

    String left = "fitment:{SELF:5000010}:5000011";
    assertThat(redis.opsForValue().get(namespace.key(left))).isEqualTo("M2,");
    assertThat(redis.getExpire(namespace.key(left))).isPositive();
    assertThat(lengthsOfSegments(left)).isEmpty();
    assertThat(api.checked(List.of(5_000_000, 5_000_001), 5_000_011L))
        .containsExactly("5000011 KNOWN 01");

    Group old = Group.self(5_000_010);
    SkuFitment late = new SkuFitment(5_000_011, old, 1, false, VehicleSet.ofOffsets(1), 1);
    assertThat(placed.replace(late).join()).isEqualTo(WriteOutcome.OUTDATED);
    assertThat(lengthsOfSegments(left)).isEmpty();

    api.putSelf(5_000_011, 5_000_010, 5_000_002).isOk();
    assertThat(api.checked(List.of(5_000_000, 5_000_001, 5_000_002), 5_000_011L))
        .containsExactly("5000011 KNOWN 001");
  }

  @Test
  void an_instance_that_looks_in_the_old_group_finds_the_sku_all_the_same() {
    api.putSelf(5_000_021, 5_000_020, 5_000_000).isOk();
    assertThat(api.checked(List.of(5_000_000), 5_000_021L)).containsExactly("5000021 KNOWN 1");
    // As another instance would do it: this one's memory still says the old group.
    moveElsewhere(5_000_021, Group.self(5_000_020), Group.self(5_000_029));

    assertThat(api.checked(List.of(5_000_000, 5_000_001), 5_000_021L))
        .containsExactly("5000021 KNOWN 10");
  }

  private void moveElsewhere(long skuId, Group from, Group to) {
    db.sql("UPDATE sku SET group_id = ?, version = version + 1 WHERE sku_id = ?")
        .params(to.id(), skuId)
        .update();
    SkuFitment moved = new SkuFitment(skuId, to, 2, false, new VehicleSet(), 1);
    assertThat(placed.vacate(from, moved).join()).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void answers_stay_right_when_redis_loses_everything_and_it_fills_again() {
    for (long sku = 5_000_031; sku < 5_000_131; sku++) {
      api.putSelf(sku, 5_000_030, 5_000_000 + (int) (sku % 10), 5_100_001).isOk();
    }
    String pattern = "fitment:{SELF:5000030}:*";
    Set<String> before = keys(pattern);
    assertThat(before).hasSize(100 * 3);
    Long[] skus = LongStream.range(5_000_031, 5_000_131).boxed().toArray(Long[]::new);
    List<String> answers = api.checked(List.of(5_000_000, 5_000_001, 5_100_001), skus);
    assertThat(answers).contains("5000040 KNOWN 101", "5000041 KNOWN 011", "5000042 KNOWN 001");

    redis.delete(before);
    assertThat(api.checked(List.of(5_000_000, 5_000_001, 5_100_001), skus)).isEqualTo(answers);
    assertThat(keys(pattern)).isEqualTo(before);

    // One segment alone must not turn into "does not fit".
    redis.delete(namespace.key("fitment:{SELF:5000030}:5000041:120"));
    assertThat(api.checked(List.of(5_000_000, 5_000_001, 5_100_001), skus)).isEqualTo(answers);
    assertThat(keys(pattern)).isEqualTo(before);
  }

  @Test
  void a_write_that_ended_between_MySQL_and_Redis_is_finished_by_the_repair() {
    api.putSelf(5_000_201, 5_000_200, 5_000_000).isOk();
    // What a crash right after the commit leaves: the new version, and the note.
    db.sql("UPDATE sku SET group_id = 5000209, version = 2 WHERE sku_id = 5000201").update();
    for (long group : new long[] {5_000_200, 5_000_209}) {
      db.sql("INSERT INTO sku_unplaced VALUES (5000201, 'SELF', ?, 0, 2, 0)").param(group).update();
    }

    await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(
            () -> {
              assertThat(head("fitment:{SELF:5000209}:5000201")).startsWith("K2,");
              assertThat(head("fitment:{SELF:5000200}:5000201")).isEqualTo("M2,");
              assertThat(unplaced(5_000_201)).isZero();
            });
    assertThat(api.checked(List.of(5_000_000), 5_000_201L)).containsExactly("5000201 KNOWN 1");
  }

  @Test
  void a_write_leaves_nothing_to_repair() {
    api.putSelf(5_000_211, 5_000_210, 5_000_000).isOk();
    api.putSelf(5_000_211, 5_000_219, 5_000_000).isOk();
    api.patch(5_000_211, List.of(5_000_001), List.of()).isOk();
    assertThat(unplaced(5_000_211)).isZero();
  }

  private String head(String key) {
    return String.valueOf(redis.opsForValue().get(namespace.key(key)));
  }

  private long unplaced(long skuId) {
    return db.sql("SELECT COUNT(*) FROM sku_unplaced WHERE sku_id = ?")
        .param(skuId)
        .query(Long.class)
        .single();
  }

  private Map<String, Integer> lengthsOfSegments(String head) {
    Map<String, Integer> lengths = new HashMap<>();
    String prefix = namespace.key("");
    keys(head + ":*")
        .forEach(
            key ->
                lengths.put(
                    key.substring(prefix.length()), redis.opsForValue().size(key).intValue()));
    return lengths;
  }

  private Set<String> keys(String pattern) {
    Set<String> keys = new HashSet<>();
    try (var found =
        redis.scan(ScanOptions.scanOptions().match(namespace.key(pattern)).count(1000).build())) {
      found.forEachRemaining(keys::add);
    }
    return keys;
  }

  private long memory(String key) {
    return ScriptRunner.await(
        cluster.call(commands -> commands.memoryUsage(namespace.key(key).getBytes(UTF_8))));
  }
}
