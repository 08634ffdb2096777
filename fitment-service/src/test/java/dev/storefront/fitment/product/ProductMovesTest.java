package dev.storefront.fitment.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Vehicle ids 8100000-8199999 and SKUs 8100000-8199999 are this class's. */
@FitmentServiceTest
class ProductMovesTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int FIRST_VEHICLE = 8_100_000;
  private static final int VEHICLES = 12;

  @LocalServerPort int port;
  @Autowired EventPublisher events;
  @Autowired ProductChangeListener listener;
  @Autowired KafkaTemplate<String, byte[]> kafka;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired JdbcClient db;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(FIRST_VEHICLE, VEHICLES);
  }

  @Test
  void a_sku_moves_with_its_products_group_and_old_news_do_not_bring_it_back() {
    api.putSelf(8_100_001, 8_100_100, FIRST_VEHICLE).isOk();
    publish(8_100_001, 3, Map.of("kind", "POP", "spuId", 8_100_200, "vendorId", 7));
    // MySQL has the move first, Redis follows.
    awaitGroup(8_100_001, 8_100_200);
    awaitAllFollowed(8_100_001);
    assertThat(keys("{SELF:8100100}:0:*")).isEmpty();
    assertThat(keys("{POP:7:8100200}:0:*")).hasSize(1);

    publish(8_100_001, 2, Map.of("kind", "SELF", "mainSkuId", 8_100_100));
    publish(8_100_001, 3, Map.of("kind", "SELF", "mainSkuId", 8_100_100));
    publish(8_100_001, 1, Map.of("deleted", true));
    awaitAllFollowed(8_100_001);

    assertThat(groupOf(8_100_001)).containsExactly(8_100_200L);
    assertThat(api.checked(List.of(FIRST_VEHICLE, FIRST_VEHICLE + 1), 8_100_001L))
        .containsExactly("8100001 KNOWN 10");
  }

  @Test
  void a_deleted_product_leaves_nothing_behind_and_its_late_events_do_nothing() {
    api.putSelf(8_100_011, 8_100_110, FIRST_VEHICLE).isOk();
    api.putSelf(8_100_012, 8_100_110, FIRST_VEHICLE + 1).isOk();
    db.sql("INSERT INTO sku_note VALUES (8100011, 0, 'front', '', NULL, '')").update();
    publish(8_100_011, 5, Map.of("deleted", true));
    publish(8_100_011, 4, Map.of("kind", "SELF", "mainSkuId", 8_100_110));
    awaitAllFollowed(8_100_011);

    assertThat(groupOf(8_100_011)).isEmpty();
    assertThat(rows("sku_segment", 8_100_011) + rows("sku_note", 8_100_011)).isZero();
    // Instances believe for a second that a SKU has no data; this one wrote, and knows at once.
    assertThat(api.checked(List.of(FIRST_VEHICLE, FIRST_VEHICLE + 1), 8_100_011L, 8_100_012L))
        .containsExactly("8100011 UNKNOWN 00", "8100012 KNOWN 01");

    // What an operator puts counts, whatever the catalogue said before, and repeats.
    api.putSelf(8_100_011, 8_100_110, FIRST_VEHICLE + 2).isOk();
    publish(8_100_011, 5, Map.of("deleted", true));
    awaitAllFollowed(8_100_011);
    assertThat(api.checked(List.of(FIRST_VEHICLE + 2), 8_100_011L))
        .containsExactly("8100011 KNOWN 1");
  }

  @Test
  void a_product_that_the_topic_forgot_is_deleted_once() {
    api.putSelf(8_100_021, 8_100_120, FIRST_VEHICLE).isOk();
    kafka.send(namespace.topic("product-changes"), "8100021", null).join();
    await().atMost(LONG).until(() -> groupOf(8_100_021).isEmpty());
    awaitAllFollowed(8_100_021);
    assertThat(keys("{SELF:8100120}:0:*")).isEmpty();

    api.putSelf(8_100_021, 8_100_120, FIRST_VEHICLE).isOk();
    kafka.send(namespace.topic("product-changes"), "8100021", null).join();
    awaitAllFollowed(8_100_021);
    assertThat(groupOf(8_100_021)).containsExactly(8_100_120L);
  }

  @Test
  void a_tombstone_that_comes_again_leaves_alone_what_was_created_after_it() {
    long sku = 8_100_041;
    var tombstone = record(sku, 3, 10, 1_000, null);
    var created = record(sku, 3, 11, 1_001, self(sku, 6, 8_100_149));
    api.putSelf(sku, 8_100_140, FIRST_VEHICLE).isOk();
    listener.follow(List.of(tombstone, created));
    assertThat(groupOf(sku)).isEmpty();
    api.putSelf(sku, 8_100_149, FIRST_VEHICLE).isOk();

    listener.follow(List.of(tombstone, created));
    listener.follow(List.of(tombstone));
    assertThat(groupOf(sku)).containsExactly(8_100_149L);
    assertThat(api.checked(List.of(FIRST_VEHICLE), sku)).containsExactly("8100041 KNOWN 1");
    // One that is new counts, as early as its producer's clock may be.
    listener.follow(List.of(record(sku, 3, 12, 900, null)));
    assertThat(groupOf(sku)).isEmpty();
  }

  @Test
  void a_tombstone_of_a_topic_that_was_made_anew_is_told_from_an_old_one_by_its_time() {
    long sku = 8_100_051;
    listener.follow(List.of(record(sku, 3, 11, 1_001, self(sku, 6, 8_100_150))));
    api.putSelf(sku, 8_100_150, FIRST_VEHICLE).isOk();

    listener.follow(List.of(record(sku, 7, 500, 1_000, null)));
    listener.follow(List.of(record(sku, 3, 0, 1_000, null)));
    assertThat(groupOf(sku)).containsExactly(8_100_150L);
    listener.follow(List.of(record(sku, 7, 0, 1_002, null)));
    assertThat(groupOf(sku)).isEmpty();
  }

  @Test
  void what_is_deleted_and_created_anew_has_lost_its_fitment_in_whichever_batches_it_comes() {
    for (int batches = 1; batches <= 2; batches++) {
      long sku = 8_100_060 + batches;
      api.putSelf(sku, 8_100_160, FIRST_VEHICLE).isOk();
      db.sql("INSERT INTO sku_note VALUES (?, 0, 'front', '', NULL, '')").param(sku).update();
      var deleted = record(sku, 3, 10, 1_000, Map.of("skuId", sku, "version", 5, "deleted", true));
      var created = record(sku, 3, 11, 1_001, self(sku, 6, 8_100_160));
      if (batches == 1) {
        listener.follow(List.of(deleted, created));
      } else {
        listener.follow(List.of(deleted));
        listener.follow(List.of(created));
      }
      assertThat(groupOf(sku)).as("%d", batches).isEmpty();
      assertThat(rows("sku_segment", sku) + rows("sku_note", sku)).isZero();
      assertThat(api.checked(List.of(FIRST_VEHICLE), sku)).containsExactly(sku + " UNKNOWN 0");
    }
  }

  @Test
  void what_the_catalogue_says_of_a_product_is_told_whether_its_group_changes_or_not() {
    long sku = 8_100_071;
    api.putSelf(sku, 8_100_170, FIRST_VEHICLE).isOk();
    Map<String, Object> more = new HashMap<>(self(sku, 1, 8_100_170));
    more.putAll(Map.of("spuId", 8_100_177, "vendorId", 7));
    listener.follow(List.of(record(sku, 3, 10, 1_000, more)));
    Reply same = api.getAsOperator(FitmentApi.fitmentOf(sku)).isOk();
    assertThat(same.body())
        .contains("\"spuId\":8100177,\"mainSkuId\":8100170,\"vendorId\":7,\"groupId\":8100170,");
    // What it says already is no write of the SKU.
    more.put("version", 2);
    listener.follow(List.of(record(sku, 3, 11, 1_001, more)));
    assertThat(api.getAsOperator(FitmentApi.fitmentOf(sku)).isOk().body()).isEqualTo(same.body());

    more.putAll(Map.of("version", 3, "kind", "POP"));
    listener.follow(List.of(record(sku, 3, 12, 1_002, more)));
    assertThat(api.getAsOperator(FitmentApi.fitmentOf(sku)).isOk().body())
        .contains("\"spuId\":8100177,\"mainSkuId\":8100170,\"vendorId\":7,\"groupId\":8100177,");
    assertThat(api.checked(List.of(FIRST_VEHICLE, FIRST_VEHICLE + 1), sku))
        .containsExactly("8100071 KNOWN 10");
  }

  @Test
  void of_the_ids_only_the_groups_own_must_be_above_zero() {
    long sku = 8_100_081;
    api.putSelf(sku, 8_100_180, FIRST_VEHICLE).isOk();
    Map<String, Object> zeros = new HashMap<>(self(sku, 1, 8_100_181));
    zeros.putAll(Map.of("spuId", 0, "vendorId", 0));
    listener.follow(List.of(record(sku, 3, 10, 1_000, zeros)));
    assertThat(groupOf(sku)).containsExactly(8_100_181L);

    listener.follow(List.of(record(sku, 3, 11, 1_001, self(sku, 2, 0))));
    assertThat(groupOf(sku)).containsExactly(8_100_181L);
  }

  private static Map<String, Object> self(long skuId, long version, long mainSku) {
    return Map.of("skuId", skuId, "version", version, "kind", "SELF", "mainSkuId", mainSku);
  }

  /** As Kafka delivers it, once or again. */
  private ConsumerRecord<String, byte[]> record(
      long skuId, int partition, long offset, long time, @Nullable Map<String, Object> product) {
    return new ConsumerRecord<>(
        namespace.topic("product-changes"),
        partition,
        offset,
        time,
        TimestampType.CREATE_TIME,
        0,
        0,
        Long.toString(skuId),
        product == null ? null : new JsonMapper().writeValueAsBytes(product),
        new RecordHeaders(),
        Optional.empty());
  }

  @Test
  void an_event_that_makes_no_sense_does_not_hold_up_the_others() {
    api.putSelf(8_100_031, 8_100_130, FIRST_VEHICLE).isOk();
    byte[] malformed = "{\"skuId\":8100031,\"version\":\"one\"}".getBytes(StandardCharsets.UTF_8);
    kafka.send(namespace.topic("product-changes"), "8100031", malformed).join();
    publish(8_100_031, 2, Map.of("kind", "POP", "mainSkuId", 8_100_130));
    publish(8_100_031, 3, Map.of("kind", "SELF", "mainSkuId", 8_100_139, "colour", "red"));
    awaitGroup(8_100_031, 8_100_139);
  }

  @Test
  void no_check_gets_a_wrong_answer_while_skus_move_over_and_over() throws Exception {
    Moves moves = new Moves();
    moves.putAll();
    AtomicBoolean moving = new AtomicBoolean(true);
    ExecutorService checkers = Executors.newFixedThreadPool(3);
    try {
      List<Future<Integer>> checks = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        checks.add(checkers.submit(moves.hammer(moving)));
      }
      long deadline = System.nanoTime() + Duration.ofSeconds(8).toNanos();
      for (int round = 1; round <= Moves.ROUNDS; round++) {
        if (round > Moves.ROUNDS_AT_LEAST && System.nanoTime() > deadline) {
          break;
        }
        moves.move(round);
      }
      moving.set(false);
      int answers = 0;
      for (Future<Integer> check : checks) {
        answers += check.get();
      }
      assertThat(answers).isGreaterThan(20_000);
    } finally {
      checkers.shutdownNow();
    }
    assertThat(moves.moved()).isGreaterThanOrEqualTo(1_000);
    moves.assertAllInTheirLastGroupAndNowhereElse();
  }

  /** Two hundred SKUs, each of which fits its own vehicles and is moved over and over. */
  private final class Moves {

    static final int ROUNDS = 15;
    static final int ROUNDS_AT_LEAST = 5;
    private static final long FIRST = 8_101_000;
    private static final int SKUS = 200;
    private static final long FIRST_GROUP = 8_102_000;
    private static final int GROUPS = 20;

    private final Random random = new Random(11);
    private final Map<Long, Long> groups = new HashMap<>();
    private long put;

    void putAll() {
      LongStream.range(FIRST, FIRST + SKUS).forEach(sku -> groups.put(sku, FIRST_GROUP));
      FitmentApi.forEach(
          groups.keySet(),
          sku -> {
            int fits = FIRST_VEHICLE + (int) (sku % VEHICLES);
            // On a busy machine a server may be late, and the answer 503: a caller asks again.
            await().untilAsserted(() -> api.putSelf(sku, FIRST_GROUP, fits, FIRST_VEHICLE).isOk());
          });
      put = versions();
    }

    /** Moves each SKU, tells it twice, tells the past again, and waits until all are there. */
    void move(int round) {
      List<CompletableFuture<Void>> sent = new ArrayList<>();
      groups.replaceAll(
          (sku, group) ->
              FIRST_GROUP + (group - FIRST_GROUP + 1 + random.nextInt(GROUPS - 1)) % GROUPS);
      List<Long> skus = new ArrayList<>(groups.keySet());
      Collections.shuffle(skus, random);
      for (long sku : skus) {
        Map<String, Object> now = Map.of("kind", "SELF", "mainSkuId", groups.get(sku));
        sent.add(send(sku, round, now));
        sent.add(send(sku, round - 1, Map.of("deleted", true)));
        sent.add(send(sku, round, now));
      }
      sent.forEach(CompletableFuture::join);
      await()
          .pollInterval(Duration.ofMillis(20))
          .atMost(LONG)
          .until(() -> moved() >= (long) round * SKUS);
    }

    /** How many moves there were: each gives a SKU its next version. */
    long moved() {
      return versions() - put;
    }

    private long versions() {
      return db.sql("SELECT SUM(version) FROM sku WHERE sku_id BETWEEN ? AND ?")
          .params(FIRST, FIRST + SKUS - 1)
          .query(Long.class)
          .single();
    }

    /** Asks for some SKUs and all vehicles, and compares, until the end; gives how many answers. */
    Callable<Integer> hammer(AtomicBoolean moving) {
      List<Integer> vehicles = new ArrayList<>();
      for (int i = 0; i < VEHICLES; i++) {
        vehicles.add(FIRST_VEHICLE + i);
      }
      return () -> {
        int answers = 0;
        while (moving.get()) {
          List<Long> skus =
              ThreadLocalRandom.current().longs(60, FIRST, FIRST + SKUS).boxed().toList();
          if (api.isRight(vehicles, skus, skus.stream().map(this::expected).toList())) {
            answers += skus.size() * VEHICLES;
          }
        }
        return answers;
      };
    }

    private String expected(long sku) {
      return sku
          + " KNOWN "
          + LongStream.range(0, VEHICLES)
              .mapToObj(i -> i == 0 || i == sku % VEHICLES ? "1" : "0")
              .collect(Collectors.joining());
    }

    void assertAllInTheirLastGroupAndNowhereElse() {
      for (long group = FIRST_GROUP; group < FIRST_GROUP + GROUPS; group++) {
        long wanted = group;
        List<Long> found = new ArrayList<>();
        api.get("/api/v1/vehicles/" + FIRST_VEHICLE + "/skus?limit=1000&groupId=" + group)
            .isOk()
            .json()
            .path("items")
            .forEach(item -> found.add(item.path("skuId").longValue()));
        assertThat(found)
            .containsExactlyElementsOf(
                groups.keySet().stream().filter(s -> groups.get(s) == wanted).sorted().toList());
        assertThat(keys("{SELF:" + group + "}:0:*")).hasSize(found.isEmpty() ? 0 : 1);
      }
    }
  }

  private CompletableFuture<Void> send(long skuId, long version, Map<String, Object> product) {
    Map<String, Object> event = new HashMap<>(product);
    event.put("eventId", skuId + "/" + version);
    event.put("skuId", skuId);
    event.put("version", version);
    event.put("name", "Wiper blades");
    return events.publish("product-changes", Long.toString(skuId), event);
  }

  private void publish(long skuId, long version, Map<String, Object> product) {
    send(skuId, version, product).join();
  }

  private void awaitGroup(long skuId, long group) {
    await().atMost(LONG).until(() -> groupOf(skuId).equals(List.of(group)));
  }

  /** By a later event of another SKU with the same key: it lies behind all of this one's. */
  private void awaitAllFollowed(long skuId) {
    long marker = skuId + 50_000;
    long version = System.nanoTime();
    Map<String, Object> event =
        Map.of("eventId", "m", "skuId", marker, "version", version, "deleted", true);
    events.publish("product-changes", Long.toString(skuId), event).join();
    await()
        .atMost(LONG)
        .until(
            () ->
                db.sql("SELECT version FROM product WHERE sku_id = ?")
                    .param(marker)
                    .query(Long.class)
                    .list()
                    .equals(List.of(version)));
  }

  private List<Long> groupOf(long skuId) {
    return db.sql("SELECT group_id FROM sku WHERE sku_id = ?")
        .param(skuId)
        .query(Long.class)
        .list();
  }

  private long rows(String table, long skuId) {
    return db.sql("SELECT COUNT(*) FROM " + table + " WHERE sku_id = ?")
        .param(skuId)
        .query(Long.class)
        .single();
  }

  private List<String> keys(String pattern) {
    List<String> keys = new ArrayList<>();
    String full = namespace.key("fitment:" + pattern);
    try (var found = redis.scan(ScanOptions.scanOptions().match(full).count(1000).build())) {
      found.forEachRemaining(keys::add);
    }
    return keys;
  }
}
