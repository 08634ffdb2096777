package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.common.web.Cursor;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/** What operators ask for of promotions that are on, and what they change of them. */
class PromotionChangesTest extends FlashSaleTest {

  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private JdbcTemplate jdbc;

  @Test
  void a_paused_promotion_refuses_grabs_until_it_goes_on_and_its_orders_are_paid() {
    long promotion = onSale(5);
    String order = freshOrder();
    tryGrab(promotion, order, "pat").expect(201);

    assertThat(change(promotion, "pause").expect(200).at("/state").asString()).isEqualTo("PAUSED");
    change(promotion, "pause").expect(200);
    tryGrab(promotion, freshOrder(), "kim").expect(409, "paused");
    tryGrab(promotion, order, "pat").expect(200);
    api().post("/api/v1/grabs/" + order + "/pay", SERVICE, null).expect(200);
    Reply shown = api().get("/api/v1/promotions/" + promotion, null).expect(200);
    assertThat(shown.at("/currentPrice")).isEqualTo(shown.at("/price/listPrice"));

    assertThat(change(promotion, "resume").expect(200).at("/state").asString())
        .isEqualTo("ONGOING");
    tryGrab(promotion, freshOrder(), "kim").expect(201);
  }

  @Test
  void what_is_paused_before_its_approval_is_paused_after_it() {
    Terms terms = terms(5);
    long promotion = terms.promotionId();
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);

    assertThat(change(promotion, "pause").expect(200).at("/state").asString()).isEqualTo("PAUSED");
    tryGrab(promotion, freshOrder(), "pat").expect(409, "paused");
    assertThat(change(promotion, "resume").expect(200).at("/state").asString())
        .isEqualTo("PENDING_APPROVAL");
    tryGrab(promotion, freshOrder(), "pat").expect(409, "not-started");

    change(promotion, "pause").expect(200);
    assertThat(change(promotion, "approve").expect(200).at("/state").asString())
        .isEqualTo("PAUSED");
    tryGrab(promotion, freshOrder(), "pat").expect(409, "paused");
    change(promotion, "resume").expect(200);
    tryGrab(promotion, freshOrder(), "pat").expect(201);
  }

  @Test
  void a_pause_outlives_a_rebuild() {
    long promotion = onSale(5);
    change(promotion, "pause").expect(200);

    rebuild(promotion);

    tryGrab(promotion, freshOrder(), "kim").expect(409, "paused");
  }

  @Test
  void units_are_added_once_for_each_key_also_after_a_rebuild() {
    for (Terms terms :
        List.of(terms(70).limit("PIN", 200), terms(70).limit("PIN", 200).buckets(4))) {
      long promotion = onSale(terms);
      String early = freshOrder();
      grabUnits(promotion, early, 70).expect(201);
      grabUnits(promotion, freshOrder(), 1).expect(409, "sold-out");

      for (int i = 0; i < 3; i++) {
        Reply added = topUp(promotion, 130, "first").expect(200);
        assertThat(added.at("/quota").asInt()).isEqualTo(200);
        assertThat(added.at("/remaining").asInt()).isEqualTo(130);
      }
      topUp(promotion, 131, "first").expect(409, "idempotency-key-taken");
      topUp(promotion, 10, "second").expect(200);
      // As long as an instance remembers that a hot promotion was sold out.
      clock.push(Duration.ofSeconds(1));
      grabUnits(promotion, freshOrder(), 130).expect(201);
      assertThat(remaining(promotion)).isEqualTo(10);

      rebuild(promotion);
      assertThat(remaining(promotion)).isEqualTo(10);
      grabUnits(promotion, early, 70).expect(200);
      grabUnits(promotion, freshOrder(), 1).expect(409, "limit-reached");
      tryGrab(promotion, freshOrder(), "kim").expect(201);
      reconciles(promotion, 201);
    }
  }

  @Test
  void quota_and_what_is_left_are_shown_together_also_where_redis_hears_of_a_top_up_later() {
    for (Terms terms : List.of(terms(10), terms(10).buckets(2))) {
      long promotion = onSale(terms);
      tryGrab(promotion, freshOrder(), "pat").expect(201);
      // As an instance leaves it that dies once MySQL has the top-up.
      jdbc.update(
          """
          UPDATE promotion SET quota = quota + 5, terms_version = terms_version + 1
          WHERE promotion_id = ?\
          """,
          promotion);

      List<String> seen = new ArrayList<>();
      await()
          .pollDelay(Duration.ZERO)
          .atMost(Duration.ofMinutes(2))
          .until(
              () -> {
                Reply one = api().get("/api/v1/promotions/" + promotion, null).expect(200);
                Reply list =
                    api()
                        .get("/api/v1/promotions?skuId=" + terms.toJson().get("skuId"), OPERATOR)
                        .expect(200);
                seen.add(one.at("/quota").asInt() + ": " + one.at("/remaining").asInt());
                seen.add(list.at("/items/0/quota").asInt() + ": " + list.at("/items/0/remaining"));
                return seen.contains("15: 14");
              });
      assertThat(seen).allMatch(quotaLessOne -> hasOneSold(quotaLessOne));
    }
  }

  private static boolean hasOneSold(String quotaAndRemaining) {
    String[] both = quotaAndRemaining.split(": ");
    return Integer.parseInt(both[0]) == Integer.parseInt(both[1]) + 1;
  }

  @Test
  void added_units_of_a_hot_promotion_are_sold_at_once_by_the_instance_that_added_them() {
    long promotion = onSale(terms(8).buckets(4));
    grabUnits(promotion, freshOrder(), 8).expect(201);
    clock.stand();
    try {
      grabUnits(promotion, freshOrder(), 4).expect(409, "sold-out");

      topUp(promotion, 4, "small").expect(200);

      grabUnits(promotion, freshOrder(), 4).expect(201);
    } finally {
      clock.goOn();
    }
  }

  @Test
  void wrong_top_ups_are_refused() {
    long promotion = onSale(5);
    String path = "/api/v1/promotions/" + promotion + "/top-up";
    api().post(path, OPERATOR, Map.of("quantity", 1)).expect(400, "invalid-request");
    topUp(promotion, 0, "k").isInvalid("quantity");
    topUp(promotion, 0, "k".repeat(101)).isInvalid("quantity", "Idempotency-Key");
    api().post(path, OPERATOR, Map.of("quantity", 0)).isInvalid("quantity", "Idempotency-Key");
    topUp(promotion, 999_999_996, "k").expect(400, "invalid-request");
    topUp(freshId(), 1, "k").expect(404, "promotion-not-found");
    change(promotion, "stop").expect(200);
    topUp(promotion, 1, "k").expect(409, "stopped");
    change(promotion, "pause").expect(409, "stopped");
    assertThat(api().post(path, SERVICE, Map.of("quantity", 1)).status()).isEqualTo(403);
  }

  @Test
  void an_extended_sale_goes_on_and_keeps_its_limits() {
    Instant end = clock.instant().plus(Duration.ofHours(1));
    long promotion =
        onSale(terms(5).limit("PIN", 1).between(clock.instant().minusSeconds(60), end));
    tryGrab(promotion, freshOrder(), "pat").expect(201);
    Instant later = end.plus(Duration.ofDays(30));

    extend(promotion, end.minusSeconds(1)).expect(400, "invalid-request");
    extend(promotion, later).expect(200);
    assertThat(Instant.parse(extend(promotion, later).expect(200).at("/endsAt").asString()))
        .isEqualTo(later.truncatedTo(ChronoUnit.MILLIS));

    PromotionKeys keys = PromotionKeys.of(promotion, namespace);
    Duration least = Duration.ofDays(36);
    for (String key : List.of(keys.record(), keys.reservations(0), keys.limits(0))) {
      assertThat(life(key)).as(key).isGreaterThan(least);
    }
    tryGrab(promotion, freshOrder(), "pat").expect(409, "limit-reached");
    change(promotion, "stop").expect(200);
    extend(promotion, later.plusSeconds(1)).expect(409, "stopped");
  }

  @Test
  void marks_that_are_made_while_a_sale_is_being_extended_live_as_long_as_the_others() {
    Instant end = clock.instant().plus(Duration.ofHours(1));
    int quota = 2_000_000;
    long promotion = onSale(terms(quota).between(clock.instant().minusSeconds(60), end));
    Queue<String> orders = new ConcurrentLinkedQueue<>();
    AtomicBoolean extended = new AtomicBoolean();
    List<CompletableFuture<Void>> buyers =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.runAsync(() -> buy(promotion, orders, extended)))
            .toList();
    await().until(() -> orders.size() > 20);
    int before = orders.size();

    extend(promotion, end.plus(Duration.ofDays(30))).expect(200);
    int meanwhile = orders.size() - before;
    extended.set(true);
    buyers.forEach(CompletableFuture::join);

    assertThat(meanwhile).isPositive();
    PromotionKeys keys = PromotionKeys.of(promotion, namespace);
    assertThat(orders)
        .allSatisfy(
            order ->
                assertThat(life(keys.reservations(order, quota)))
                    .isGreaterThan(Duration.ofDays(36)));
  }

  @Test
  void an_end_that_others_were_told_of_is_final_whatever_the_time() {
    long promotion = onSale(5);
    // By an instance whose clock is ahead.
    jdbc.update(
        "UPDATE promotion SET end_announced_at = ? WHERE promotion_id = ?",
        clock.millis(),
        promotion);

    extend(promotion, clock.instant().plus(Duration.ofDays(30))).expect(409, "ended");
    topUp(promotion, 5, "late").expect(409, "ended");
    assertThat(
            jdbc.queryForObject(
                "SELECT terms_version FROM promotion WHERE promotion_id = ?",
                Long.class,
                promotion))
        .isZero();
  }

  private void buy(long promotion, Queue<String> orders, AtomicBoolean enough) {
    while (!enough.get()) {
      String order = freshOrder();
      tryGrab(promotion, order, "pat").expect(201);
      orders.add(order);
    }
  }

  @Test
  void what_lies_beside_an_extended_sales_record_lives_as_long_as_that() {
    Instant end = clock.instant().plus(Duration.ofHours(1));
    long promotion = onSale(terms(8).buckets(4).between(clock.instant().minusSeconds(60), end));
    // More than its home has, so that others lend.
    grabUnits(promotion, freshOrder(), 8).expect(201);
    List<String> beside = new ArrayList<>();
    for (int bucket = 0; bucket < 4; bucket++) {
      PromotionKeys keys = PromotionKeys.of(promotion, bucket, namespace);
      long until = cluster.call(c -> c.pexpiretime(bytes(keys.record()))).join();
      for (String key : List.of(keys.pending(), keys.parked())) {
        cluster.call(c -> c.zadd(bytes(key), clock.millis(), bytes("x"))).join();
        cluster.call(c -> c.pexpireat(bytes(key), until)).join();
      }
      beside.addAll(keys.single());
    }
    beside.removeIf(key -> cluster.call(c -> c.exists(bytes(key))).join() == 0);
    assertThat(beside).anyMatch(key -> key.endsWith(":lent"));
    assertThat(beside).anyMatch(key -> key.endsWith(":received"));

    extend(promotion, end.plus(Duration.ofDays(30))).expect(200);

    assertThat(beside).allSatisfy(key -> assertThat(life(key)).isGreaterThan(Duration.ofDays(36)));
  }

  private Duration life(String key) {
    return Duration.ofMillis(cluster.call(c -> c.pttl(bytes(key))).join());
  }

  @Test
  void promotions_are_listed_by_state_and_product_the_newest_first() {
    long sku = 900_000 + freshId();
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Terms terms = terms(1);
      Map<String, Object> body = new HashMap<>(terms.toJson());
      body.put("skuId", sku);
      api().post("/api/v1/promotions", OPERATOR, body).expect(201);
      ids.add(0, terms.promotionId());
    }
    change(ids.get(0), "approve").expect(200);
    change(ids.get(1), "approve").expect(200);
    change(ids.get(1), "pause").expect(200);
    change(ids.get(2), "stop").expect(200);
    change(ids.get(4), "approve").expect(200);
    tryGrab(ids.get(4), freshOrder(), "pat").expect(201);

    assertThat(listed("skuId=" + sku, 2)).isEqualTo(ids);
    assertThat(listed("skuId=" + sku + "&state=ONGOING", 20)).containsExactly(ids.get(0));
    assertThat(listed("skuId=" + sku + "&state=PAUSED", 20)).containsExactly(ids.get(1));
    assertThat(listed("skuId=" + sku + "&state=STOPPED", 20)).containsExactly(ids.get(2));
    assertThat(listed("skuId=" + sku + "&state=PENDING_APPROVAL", 20)).containsExactly(ids.get(3));
    assertThat(listed("skuId=" + sku + "&state=SOLD_OUT", 1)).containsExactly(ids.get(4));
    api().get("/api/v1/promotions?state=OPEN", OPERATOR).expect(400, "invalid-request");
    api().get("/api/v1/promotions?cursor=x", OPERATOR).expect(400, "invalid-cursor");
    for (String position : List.of("x:1", "1:x", "5")) {
      String madeUp = Cursor.encode("promotions/null/null", position);
      api().get("/api/v1/promotions?cursor=" + madeUp, OPERATOR).expect(400, "invalid-cursor");
    }
    assertThat(api().get("/api/v1/promotions", TestTokens.user("al")).status()).isEqualTo(403);
  }

  @Test
  void a_promotions_orders_are_listed_by_status() {
    long promotion = onSale(10);
    List<String> orders = Stream.generate(FlashSaleTest::freshOrder).limit(5).sorted().toList();
    orders.forEach(order -> tryGrab(promotion, order, "pat").expect(201));
    api().post("/api/v1/grabs/" + orders.get(1) + "/pay", SERVICE, null).expect(200);
    api()
        .post("/api/v1/grabs/" + orders.get(2) + "/cancel", SERVICE, Map.of("reason", "USER"))
        .expect(200);
    String path = "/api/v1/promotions/" + promotion + "/orders";

    await()
        .untilAsserted(
            () -> {
              assertThat(ids(path + "?limit=2", "/orderId")).isEqualTo(orders);
              assertThat(ids(path + "?status=PAID", "/orderId")).containsExactly(orders.get(1));
              assertThat(ids(path + "?status=CANCELLED", "/orderId"))
                  .containsExactly(orders.get(2));
            });
    api().get("/api/v1/promotions/" + freshId() + "/orders", OPERATOR).expect(404);
    assertThat(api().get(path, SERVICE).status()).isEqualTo(403);
  }

  private List<Long> listed(String query, int limit) {
    return ids("/api/v1/promotions?" + query + "&limit=" + limit, "/promotionId").stream()
        .map(Long::valueOf)
        .toList();
  }

  /** Of all pages. */
  private List<String> ids(String path, String field) {
    List<String> ids = new ArrayList<>();
    String next = path;
    while (next != null) {
      Reply page = api().get(next, OPERATOR).expect(200);
      page.at("/items").forEach(item -> ids.add(item.at(field).asString()));
      next =
          page.at("/nextCursor").isMissingNode()
              ? null
              : path
                  + (path.contains("?") ? "&" : "?")
                  + "cursor="
                  + page.at("/nextCursor").asString();
    }
    return ids;
  }

  private void rebuild(long promotion) {
    String recovery =
        api()
            .post("/api/v1/recoveries", OPERATOR, Map.of("promotionId", promotion))
            .expect(202)
            .headers()
            .firstValue("Location")
            .orElseThrow();
    clock.push(Duration.ofSeconds(12));
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(api().get(recovery, OPERATOR).expect(200).at("/state").asString())
                    .isEqualTo("DONE"));
  }

  private void reconciles(long promotion, int sold) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              Reply books = books(promotion);
              assertThat(books.at("/redis/taken").asInt()).as("%s", books.json()).isEqualTo(sold);
              assertThat(books.at("/difference").asInt(-1)).as("%s", books.json()).isZero();
            });
  }

  private Reply change(long promotion, String what) {
    return api().post("/api/v1/promotions/" + promotion + "/" + what, OPERATOR, null);
  }

  private Reply topUp(long promotion, int quantity, String key) {
    return api()
        .with(Map.of("Idempotency-Key", key))
        .post(
            "/api/v1/promotions/" + promotion + "/top-up", OPERATOR, Map.of("quantity", quantity));
  }

  private Reply extend(long promotion, Instant endsAt) {
    return api()
        .post(
            "/api/v1/promotions/" + promotion + "/extend",
            OPERATOR,
            Map.of("endsAt", endsAt.toString()));
  }

  private Reply tryGrab(long promotion, String order, String pin) {
    return tryGrab(order, promotion, 1, pin);
  }

  private Reply grabUnits(long promotion, String order, int quantity) {
    return tryGrab(order, promotion, quantity, "big", "192.0.2.8");
  }
}
