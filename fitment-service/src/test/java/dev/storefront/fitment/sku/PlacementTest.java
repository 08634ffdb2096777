package dev.storefront.fitment.sku;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.bitmap.SegmentRow;
import dev.storefront.fitment.imports.ImportClient;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfClusters;
import dev.storefront.fitment.placement.ShelfContents;
import dev.storefront.fitment.placement.WriteOutcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final int FIRST_LATE_OFFSET = 6_000_001;
  private static final int LATE_VEHICLES = 400;

  @LocalServerPort int port;
  @Autowired JdbcClient db;
  @Autowired StringRedisTemplate redis;
  @Autowired RedisClusterAccess cluster;
  @Autowired Namespace namespace;
  @Autowired PlacedFitments placed;
  FitmentApi api;

  /** Of 5100000: offset 6000001, the first of segment 120; 5100399: the last of it. */
  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(5_000_000, 10);
    db.sql(
            "INSERT INTO vehicle VALUES "
                + IntStream.rangeClosed(0, LATE_VEHICLES)
                    .mapToObj(PlacementTest::lateVehicle)
                    .collect(Collectors.joining(", "))
                + " ON DUPLICATE KEY UPDATE make = make")
        .update();
  }

  private static String lateVehicle(int i) {
    int offset = FIRST_LATE_OFFSET + i + (i < LATE_VEHICLES - 1 ? 0 : 50_000 - LATE_VEHICLES);
    return "(%d, %d, 'Placed', 'Late', 2020, '')".formatted(5_100_000 + i, offset);
  }

  @Test
  void a_segment_becomes_smaller_again_when_vehicles_are_removed() {
    // Checks know of vehicles that imports have given their offsets, and of those that were
    // written.
    api.putSelf(5_000_009, 5_000_009, 5_100_001).isOk();
    api.putSelf(5_000_001, 5_000_000, 5_100_000).isOk();
    long least = memory("fitment:{SELF:5000000}:0:120");
    List<Integer> everySecond =
        IntStream.iterate(5_100_002, v -> v < 5_100_398, v -> v + 2).boxed().toList();
    everySecond.forEach(v -> assertThat(v).isLessThan(5_100_399));
    api.patch(5_000_001, everySecond, List.of()).isOk();
    api.patch(5_000_001, List.of(5_100_399, 5_100_400), List.of()).isOk();

    assertThat(keys("fitment:{SELF:5000000}:*"))
        .containsExactlyInAnyOrder(
            namespace.key("fitment:{SELF:5000000}:0"),
            namespace.key("fitment:{SELF:5000000}:0:120"),
            namespace.key("fitment:{SELF:5000000}:0:121"));
    assertThat(memory("fitment:{SELF:5000000}:0:120")).isGreaterThan(least);
    assertThat(
            api.checked(List.of(5_100_000, 5_100_001, 5_100_002, 5_100_399, 5_100_400), 5_000_001L))
        .containsExactly("5000001 KNOWN 10111");

    api.patch(5_000_001, List.of(), everySecond).isOk();
    api.patch(5_000_001, List.of(), List.of(5_100_399, 5_100_400)).isOk();
    assertThat(keys("fitment:{SELF:5000000}:*"))
        .containsExactlyInAnyOrder(
            namespace.key("fitment:{SELF:5000000}:0"),
            namespace.key("fitment:{SELF:5000000}:0:120"));
    assertThat(memory("fitment:{SELF:5000000}:0:120")).isEqualTo(least);
  }

  /** Larger and larger offsets, which is what allocates strings that grow in place too large. */
  @Test
  void a_segment_that_grew_takes_what_one_takes_that_was_written_at_once() {
    int[] all = IntStream.iterate(5_100_000, v -> v < 5_100_399, v -> v + 3).toArray();
    api.putSelf(5_000_911, 5_000_910, all).isOk();
    api.putSelf(5_000_921, 5_000_920, all[0]).isOk();
    for (int vehicle : all) {
      api.patch(5_000_921, List.of(vehicle), List.of()).isOk();
    }

    assertThat(memory("fitment:{SELF:5000920}:0:120"))
        .isEqualTo(memory("fitment:{SELF:5000910}:0:120"));
  }

  @Test
  void a_group_of_more_skus_than_a_shelf_holds_has_another_shelf() {
    int skus = Shelf.SIZE + 20;
    int imported = Shelf.SIZE - 5;
    long first = 5_001_000;
    new ImportClient(api)
        .imported(
            ImportClient.NDJSON,
            "",
            LongStream.range(first, first + imported)
                .mapToObj(
                    sku ->
                        "{\"skuId\":%d,\"kind\":\"SELF\",\"mainSkuId\":5001000,\"vehicleIds\":[%d]}"
                            .formatted(sku, 5_000_000 + sku % 10))
                .collect(Collectors.joining("\n")));
    await().atMost(SOON).until(() -> keys("fitment:{SELF:5001000}:?").size() == 1);
    for (long sku = first + imported; sku < first + skus; sku++) {
      api.putSelf(sku, 5_001_000, 5_000_000 + (int) (sku % 10)).isOk();
    }
    assertThat(keys("fitment:{SELF:5001000}:?")).hasSize(2);
    Long[] all = LongStream.range(first, first + skus).boxed().toArray(Long[]::new);
    assertThat(api.checked(List.of(5_000_003), all))
        .containsExactly(
            LongStream.of(LongStream.range(first, first + skus).toArray())
                .mapToObj(sku -> sku + " KNOWN " + (sku % 10 == 3 ? 1 : 0))
                .toArray(String[]::new));
  }

  @Test
  void a_sku_whose_group_changed_is_gone_from_the_old_one_and_late_writers_cannot_bring_it_back() {
    api.putSelf(5_000_011, 5_000_010, 5_000_000, 5_100_399).isOk();
    api.put(5_000_011, Map.of("kind", "POP", "spuId", 5_000_019, "vehicleIds", List.of(5_000_001)))
        .isOk();

    // The empty shelf is remembered for a while.
    assertThat(keys("fitment:{SELF:5000010}:*"))
        .containsExactly(namespace.key("fitment:{SELF:5000010}:0"));
    assertThat(head("fitment:{SELF:5000010}:0")).isEqualTo("2;,;");
    assertThat(redis.getExpire(namespace.key("fitment:{SELF:5000010}:0"))).isPositive();
    assertThat(api.checked(List.of(5_000_000, 5_000_001), 5_000_011L))
        .containsExactly("5000011 KNOWN 01");

    assertThat(placed.place(contents(5_000_010, 1, 0, 5_000_011)).join())
        .isEqualTo(WriteOutcome.OUTDATED);
    assertThat(head("fitment:{SELF:5000010}:0")).isEqualTo("2;,;");

    api.putSelf(5_000_011, 5_000_010, 5_000_002).isOk();
    assertThat(api.checked(List.of(5_000_000, 5_000_001, 5_000_002), 5_000_011L))
        .containsExactly("5000011 KNOWN 001");
  }

  @Test
  void what_builds_on_a_revision_that_is_not_there_is_not_written() {
    assertThat(placed.place(contents(5_000_510, 3, 2, 5_000_511)).join())
        .isEqualTo(WriteOutcome.BASE_MISSING);
    assertThat(keys("fitment:{SELF:5000510}:*")).isEmpty();
    assertThat(placed.place(contents(5_000_510, 3, 0, 5_000_511)).join())
        .isEqualTo(WriteOutcome.WRITTEN);
    assertThat(placed.place(contents(5_000_510, 3, 2, 5_000_511)).join())
        .isEqualTo(WriteOutcome.OUTDATED);
    assertThat(placed.place(contents(5_000_510, 4, 3, 5_000_511)).join())
        .isEqualTo(WriteOutcome.WRITTEN);
  }

  /** A shelf with one SKU that fits the first vehicle of all. */
  private static EncodedShelf contents(long mainSku, long revision, long since, long skuId) {
    TreeMap<Integer, List<SegmentRow>> segments = new TreeMap<>();
    segments.put(0, List.of(new SegmentRow(0, new long[] {1})));
    return new ShelfContents(
            new Shelf(Group.self(mainSku), 0),
            new ShelfClusters("default", null),
            revision,
            since,
            List.of(new ShelfContents.Member(skuId, 0, false)),
            segments,
            Map.of())
        .encoded();
  }

  @Test
  void an_instance_that_looks_in_the_old_group_finds_the_sku_all_the_same() {
    api.putSelf(5_000_021, 5_000_020, 5_000_000).isOk();
    assertThat(api.checked(List.of(5_000_000), 5_000_021L)).containsExactly("5000021 KNOWN 1");
    // As another instance would do it: this one's memory still says the old group.
    db.sql("UPDATE sku SET group_id = 5000029 WHERE sku_id = 5000021").update();
    changeAll(5_000_020);
    await().atMost(SOON).until(() -> head("fitment:{SELF:5000020}:0").equals("2;,;"));

    assertThat(api.checked(List.of(5_000_000, 5_000_001), 5_000_021L))
        .containsExactly("5000021 KNOWN 10");
  }

  @Test
  void answers_stay_right_when_redis_loses_everything_and_it_fills_again() {
    Long[] skus = LongStream.range(5_000_031, 5_000_131).boxed().toArray(Long[]::new);
    FitmentApi.forEach(
        List.of(skus),
        sku -> api.putSelf(sku, 5_000_030, 5_000_000 + (int) (sku % 10), 5_100_399).isOk());
    String pattern = "fitment:{SELF:5000030}:*";
    Set<String> before = keys(pattern);
    List<String> answers = api.checked(List.of(5_000_000, 5_000_001, 5_100_399), skus);
    assertThat(answers).contains("5000040 KNOWN 101", "5000041 KNOWN 011", "5000042 KNOWN 001");

    redis.delete(before);
    assertThat(api.checked(List.of(5_000_000, 5_000_001, 5_100_399), skus)).isEqualTo(answers);
    awaitRestored(pattern, before, skus, answers);

    // One segment alone must not turn into "does not fit".
    redis.delete(namespace.key("fitment:{SELF:5000030}:0:120"));
    assertThat(api.checked(List.of(5_000_000, 5_000_001, 5_100_399), skus)).isEqualTo(answers);
    awaitRestored(pattern, before, skus, answers);
  }

  /** It may take until the near cache forgets before anybody misses anything. */
  private void awaitRestored(
      String pattern, Set<String> before, Long[] skus, List<String> answers) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(api.checked(List.of(5_000_000, 5_000_001, 5_100_399), skus))
                  .isEqualTo(answers);
              assertThat(keys(pattern)).isEqualTo(before);
            });
  }

  @Test
  void a_write_finds_out_that_redis_lost_what_it_builds_on() {
    api.putSelf(5_000_301, 5_000_300, 5_000_000, 5_100_399).isOk();
    api.putSelf(5_000_302, 5_000_300, 5_000_001).isOk();
    String pattern = "fitment:{SELF:5000300}:*";
    Set<String> before = keys(pattern);
    redis.delete(before);

    api.patch(5_000_302, List.of(5_000_002), List.of()).isOk();

    assertThat(keys(pattern)).isEqualTo(before);
    assertThat(api.checked(List.of(5_000_000, 5_000_002, 5_100_399), 5_000_301L, 5_000_302L))
        .containsExactly("5000301 KNOWN 101", "5000302 KNOWN 010");
  }

  @Test
  void a_write_that_ended_between_MySQL_and_Redis_is_finished_by_the_repair() {
    api.putSelf(5_000_201, 5_000_200, 5_000_000).isOk();
    String before = head("fitment:{SELF:5000200}:0");
    // What a crash right after the commit leaves.
    db.sql("UPDATE sku SET universal = TRUE, version = 2 WHERE sku_id = 5000201").update();
    changeAll(5_000_200);

    await().atMost(SOON).until(() -> unplaced(5_000_200) == 0);
    assertThat(head("fitment:{SELF:5000200}:0")).isNotEqualTo(before);
    assertThat(api.checked(List.of(5_000_001), 5_000_201L)).containsExactly("5000201 UNIVERSAL 1");
  }

  @Test
  void what_a_cell_that_is_gone_left_unplaced_is_placed_by_another() {
    api.putSelf(5_000_221, 5_000_220, 5_000_000).isOk();
    await().atMost(SOON).until(() -> unpublished(5_000_220) == 0);
    db.sql("UPDATE sku SET universal = TRUE, version = 2 WHERE sku_id = 5000221").update();
    db.sql("UPDATE shelf SET cell = 'gone' WHERE group_id = 5000220").update();
    changeAll(5_000_220);

    await().atMost(SOON).until(() -> unplaced(5_000_220) + unpublished(5_000_220) == 0);
    assertThat(head("fitment:{SELF:5000220}:0")).startsWith("3;");
    assertThat(api.checked(List.of(5_000_001), 5_000_221L)).containsExactly("5000221 UNIVERSAL 1");
  }

  @Test
  void a_write_leaves_nothing_to_repair() {
    api.putSelf(5_000_211, 5_000_210, 5_000_000).isOk();
    api.putSelf(5_000_211, 5_000_219, 5_000_000).isOk();
    api.patch(5_000_211, List.of(5_000_001), List.of()).isOk();
    assertThat(unplaced(5_000_210) + unplaced(5_000_219)).isZero();
    await().atMost(SOON).until(() -> unpublished(5_000_210) + unpublished(5_000_219) == 0);
  }

  /** Every segment of the group's first shelf changed, and nobody has placed it. */
  private void changeAll(long mainSku) {
    db.sql("UPDATE shelf SET revision = revision + 1, due_at = 0 WHERE group_id = ?")
        .param(mainSku)
        .update();
    db.sql("UPDATE shelf_segment SET revision = revision + 1 WHERE group_id = ?")
        .param(mainSku)
        .update();
  }

  private String head(String key) {
    return String.valueOf(redis.opsForValue().get(namespace.key(key)));
  }

  private long unplaced(long mainSku) {
    return db.sql(
            "SELECT COUNT(*) FROM shelf WHERE group_id = ?"
                + " AND (revision > placed_revision OR due_at IS NOT NULL)")
        .param(mainSku)
        .query(Long.class)
        .single();
  }

  private long unpublished(long mainSku) {
    return db.sql(
            "SELECT COUNT(*) FROM shelf WHERE group_id = ?"
                + " AND (revision > published_revision OR unpublished_since IS NOT NULL)")
        .param(mainSku)
        .query(Long.class)
        .single();
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
