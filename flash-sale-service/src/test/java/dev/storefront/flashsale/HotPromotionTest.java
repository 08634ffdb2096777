package dev.storefront.flashsale;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.testing.Api;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/** Promotions whose quota is spread over several slots, as their buyers see them. */
class HotPromotionTest extends FlashSaleTest {

  private static final ExecutorService CALLERS = Executors.newFixedThreadPool(32);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String IP = "192.0.2.7";

  @Autowired private Promotions promotions;
  @Autowired private LedgerStore ledger;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private Environment environment;

  @AfterAll
  static void sendCallersHome() {
    CALLERS.shutdown();
  }

  @Test
  void two_instances_sell_exactly_what_there_is_and_call_it_sold_out_only_then() {
    int quota = 120;
    // The instances' clocks may lie more than the usual time to pay apart.
    long promotion = onSale(terms(quota).buckets(8).paidWithin(86_400));
    try (SecondInstance second = SecondInstance.start(FlashSaleApplication.class, environment)) {
      List<Api> instances = List.of(api(), new Api(second.port()));
      List<CompletableFuture<Reply>> replies = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        Api instance = instances.get(i % 2);
        Map<String, Object> body = grab("h-" + promotion + "-" + i, promotion, 1, "pin" + i, IP);
        replies.add(CompletableFuture.supplyAsync(() -> untilDecided(instance, body), CALLERS));
      }

      assertThat(
              replies.stream()
                  .map(CompletableFuture::join)
                  .collect(Collectors.groupingBy(FlashSaleTest::decision, Collectors.counting())))
          .isEqualTo(Map.of("grabbed", (long) quota, "sold-out", 300L - quota));
    }
    assertThat(remaining(promotion)).isZero();
    assertThat(state(promotion)).isEqualTo("SOLD_OUT");
    reconciles(promotion, quota);
  }

  @Test
  void what_is_cancelled_can_be_grabbed_by_whoever_comes_whatever_its_bucket() {
    int quota = 24;
    long promotion = onSale(terms(quota).buckets(8));
    List<String> orders = IntStream.range(0, quota).mapToObj(i -> freshOrder()).toList();
    orders.forEach(order -> tryGrab(order, promotion, 1, "pat").expect(201));
    assertThat(buckets(promotion).stream().mapToInt(Integer::intValue)).containsOnly(0);
    tryGrab(freshOrder(), promotion, 1, "pat").expect(409, "sold-out");

    orders.subList(0, 10).forEach(this::cancel);

    assertThat(remaining(promotion)).isEqualTo(10);
    tryGrab(freshOrder(), promotion, 11, "pat").expect(409, "sold-out");
    tryGrab(freshOrder(), promotion, 9, "pat").expect(201);
    tryGrab(freshOrder(), promotion, 2, "pat").expect(409, "sold-out");
    tryGrab(freshOrder(), promotion, 1, "pat").expect(201);
    tryGrab(orders.get(15), promotion, 1, "pat").expect(200);
    reconciles(promotion, quota);
  }

  @Test
  void an_order_gets_more_units_than_any_bucket_has() {
    long promotion = onSale(terms(100).buckets(16).rate(16, 60));

    tryGrab(freshOrder(), promotion, 97, "pat").expect(201);

    assertThat(remaining(promotion)).isEqualTo(3);
    assertThat(state(promotion)).isEqualTo("ONGOING");
    reconciles(promotion, 97);
  }

  @Test
  void limits_hold_and_an_order_id_is_known_again_with_another_buyer() {
    long promotion = onSale(terms(100).limit("PIN", 3).buckets(8));
    String order = freshOrder();
    Reply first = tryGrab(order, promotion, 2, "pat").expect(201);
    tryGrab(freshOrder(), promotion, 2, "pat").expect(409, "limit-reached");
    tryGrab(freshOrder(), promotion, 1, "pat").expect(201);
    tryGrab(freshOrder(), promotion, 1, "pat").expect(409, "limit-reached");
    reconciles(promotion, 3);

    forgetRecord(order);
    for (String other : pinsOfOtherBuckets(promotion, "pat")) {
      tryGrab(order, promotion, 2, other).expect(409, "order-conflict");
    }
    assertThat(tryGrab(order, promotion, 2, "pat").expect(200).at("/items"))
        .isEqualTo(first.at("/items"));
    cancel(order);
    tryGrab(freshOrder(), promotion, 2, "pat").expect(201);
    for (String other : pinsOfOtherBuckets(promotion, "pat")) {
      tryGrab(order, promotion, 2, other).expect(409, "order-conflict");
    }
    reconciles(promotion, 3);
  }

  @Test
  void limits_by_address_hold() {
    long promotion = onSale(terms(100).limit("IP", 2).buckets(4));
    for (int i = 1; i < 20; i++) {
      String ip = "198.51.100." + i;
      grabFrom(ip, promotion, 1).expect(201);
      grabFrom(ip, promotion, 1).expect(201);
      grabFrom(ip, promotion, 1).expect(409, "limit-reached");
    }
    reconciles(promotion, 38);
  }

  @Test
  void limits_by_address_and_by_account_hold_at_once_wherever_they_lie() {
    long promotion = onSale(terms(400).limits(5, 3).buckets(8));
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      // Forty accounts of each of three addresses.
      Map<String, Object> body =
          grab(freshOrder(), promotion, 1, "crowd" + i, "198.51.100." + i % 3);
      replies.add(CompletableFuture.supplyAsync(() -> untilDecided(api(), body), CALLERS));
    }
    assertThat(
            replies.stream()
                .map(CompletableFuture::join)
                .collect(Collectors.groupingBy(FlashSaleTest::decision, Collectors.counting())))
        .isEqualTo(Map.of("grabbed", 15L, "limit-reached", 105L));
    reconciles(promotion, 15);

    String order = freshOrder();
    for (int i = 1; i <= 3; i++) {
      // One account of several addresses.
      grabAs("pat", "203.0.113." + i, i == 1 ? order : freshOrder(), promotion).expect(201);
    }
    grabAs("pat", "203.0.113.4", freshOrder(), promotion).expect(409, "limit-reached");
    reconciles(promotion, 18);

    for (int i = 0; i < 4; i++) {
      grabAs("kim" + i, "203.0.113.1", freshOrder(), promotion).expect(201);
    }
    grabAs("lee", "203.0.113.1", freshOrder(), promotion).expect(409, "limit-reached");
    cancel(order);
    grabAs("lee", "203.0.113.1", freshOrder(), promotion).expect(201);
    grabAs("pat", "203.0.113.1", freshOrder(), promotion).expect(409, "limit-reached");
    grabAs("pat", "203.0.113.4", freshOrder(), promotion).expect(201);
    reconciles(promotion, 23);

    lose(promotion, 3);
    openAgain(promotion, 3);
    grabAs("lee", "203.0.113.1", freshOrder(), promotion).expect(409, "limit-reached");
    grabAs("pat", "203.0.113.5", freshOrder(), promotion).expect(409, "limit-reached");
    grabAs("kim", "203.0.113.5", freshOrder(), promotion).expect(201);
    reconciles(promotion, 24);
  }

  private void openAgain(long promotion, int lost) {
    await()
        .atMost(LONG)
        .until(() -> field(promotion, 0, "rebuiltIn") && field(promotion, lost, "rebuiltIn"));
    tryGrab(freshOrder(), promotion, 1, "kim").expect(503, "recovering");
    clock.push(Duration.ofSeconds(12));
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(promotions.isComplete(promotion).join()).as("open again").isTrue());
  }

  private Reply grabAs(String pin, String ip, String order, long promotion) {
    return tryGrab(order, promotion, 1, pin, ip);
  }

  @Test
  void a_hot_promotion_is_rebuilt_when_one_of_its_buckets_is_lost() {
    int quota = 40;
    long promotion = onSale(terms(quota).limit("PIN", 30).buckets(4));
    String order = freshOrder();
    tryGrab(order, promotion, 25, "pat").expect(201);
    String cancelled = freshOrder();
    tryGrab(cancelled, promotion, 5, "sam").expect(201);
    cancel(cancelled);
    reconciles(promotion, 25);

    lose(promotion, 2);
    openAgain(promotion, 2);

    assertThat(buckets(promotion)).containsExactlyInAnyOrder(4, 4, 4, 3);
    forgetRecord(order);
    tryGrab(order, promotion, 25, "pat").expect(200);
    for (String other : pinsOfOtherBuckets(promotion, "pat")) {
      tryGrab(order, promotion, 25, other).expect(409, "order-conflict");
    }
    tryGrab(freshOrder(), promotion, 6, "pat").expect(409, "limit-reached");
    tryGrab(freshOrder(), promotion, 16, "kim").expect(409, "sold-out");
    tryGrab(freshOrder(), promotion, 15, "kim").expect(201);
    reconciles(promotion, quota);
  }

  @Test
  void stopping_stops_every_bucket() {
    long promotion = onSale(terms(40).buckets(4));
    api().post("/api/v1/promotions/" + promotion + "/stop", OPERATOR, null).expect(200);
    for (int i = 0; i < 12; i++) {
      tryGrab(freshOrder(), promotion, 1, "pat").expect(409, "stopped");
    }
  }

  @Test
  void a_rate_needs_one_attempt_for_each_bucket_and_64_are_the_most() {
    create(terms(40).buckets(65)).expect(400, "invalid-request");
    Reply tooSlow = create(terms(40).buckets(5).rate(4, 60)).expect(400, "invalid-request");
    assertThat(tooSlow.at("/errors/0/field").asString()).isEqualTo("rate.max");
    create(terms(40).buckets(5).rate(5, 60)).expect(201);
    Terms hot = terms(40).buckets(3);
    assertThat(create(hot).expect(201).at("/buckets").asInt()).isEqualTo(3);
    create(hot).expect(200);
    create(hot.buckets(4)).expect(409, "promotion-exists");
  }

  private Reply create(Terms terms) {
    return api().post("/api/v1/promotions", OPERATOR, terms.toJson());
  }

  private Reply grabFrom(String ip, long promotion, int quantity) {
    return tryGrab(freshOrder(), promotion, quantity, "pat", ip);
  }

  private String state(long promotion) {
    return api().get("/api/v1/promotions/" + promotion, null).expect(200).at("/state").asString();
  }

  private List<String> pinsOfOtherBuckets(long promotion, String pin) {
    Buckets buckets = promotions.bucketsOf(promotion).join().orElseThrow();
    return IntStream.range(0, 12)
        .mapToObj(i -> "other" + i)
        .filter(other -> buckets.placeOf(other) != buckets.placeOf(pin))
        .toList();
  }

  /** What each bucket has left. */
  private List<Integer> buckets(long promotion) {
    Buckets buckets = promotions.bucketsOf(promotion).join().orElseThrow();
    return promotions.survey(promotion, buckets).join().now().stream()
        .map(state -> (int) state.left())
        .toList();
  }

  private boolean field(long promotion, int bucket, String field) {
    byte[] record = bytes(PromotionKeys.of(promotion, bucket, namespace).record());
    return cluster.call(c -> c.hexists(record, bytes(field))).join();
  }

  /** All keys of a bucket go, as with a server that lost its data. */
  private void lose(long promotion, int bucket) {
    PromotionKeys keys = PromotionKeys.of(promotion, bucket, namespace);
    for (String key :
        List.of(
            keys.record(),
            keys.pending(),
            keys.lent(),
            keys.received(),
            keys.record() + ":holds:0",
            keys.reservations(0),
            keys.limits(0))) {
      cluster.call(c -> c.del(bytes(key))).join();
    }
  }

  /** As its time does, which begins once MySQL has the order. */
  private void forgetRecord(String order) {
    byte[] record = bytes(namespace.key("O_{" + order + "}"));
    Duration most = ahead().plusHours(1);
    await().atMost(LONG).until(() -> cluster.call(c -> c.pttl(record)).join() < most.toMillis());
    cluster.call(c -> c.del(record)).join();
  }

  private void reconciles(long promotion, int sold) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              Reply books = books(promotion);
              assertThat(books.at("/redis/taken").asInt()).as("%s", books.json()).isEqualTo(sold);
              assertThat(books.at("/difference").asInt(-1)).as("%s", books.json()).isZero();
              assertThat(books.at("/pending").asInt(-1)).as("%s", books.json()).isZero();
              // A cancellation reaches MySQL by Kafka.
              assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(sold);
            });
  }
}
