package dev.storefront.flashsale.release;

import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.kafka.core.ConsumerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReleaseApiTest extends FlashSaleTest {

  private static final Map<String, String> BY_USER = Map.of("reason", "USER");
  private static final Map<String, String> NO_STOCK = Map.of("reason", "OUT_OF_STOCK");
  private static final Map<String, String> NO_MONEY = Map.of("reason", "PAYMENT_TIMEOUT");

  @Autowired private LedgerStore ledger;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private ConsumerFactory<String, byte[]> consumers;
  @Autowired private JsonMapper json;

  @Test
  void cancelling_gives_quota_and_limits_back_once() {
    long one = onSale(terms(10).limit("PIN", 2));
    long two = onSale(terms(10).limit("IP_AND_PIN", 2));
    String order = freshOrder();
    api().post("/api/v1/grabs", SERVICE, grabBoth(order, one, two, 2, "pat")).expect(201);

    for (int i = 0; i < 3; i++) {
      Reply reply = cancel(order, SERVICE, BY_USER).expect(200);
      assertThat(reply.at("/status").asString()).isEqualTo("CANCELLED");
      assertThat(reply.at("/reason").asString()).isEqualTo("USER");
    }

    assertThat(remaining(one)).isEqualTo(10);
    assertThat(remaining(two)).isEqualTo(10);
    api().post("/api/v1/grabs", SERVICE, grabBoth(freshOrder(), one, two, 2, "pat")).expect(201);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(one).grabbed()).isEqualTo(4));
    assertThat(ledger.totalsOf(one).cancelled()).isEqualTo(2);
  }

  @Test
  void a_cancelled_order_is_not_grabbed_again_however_late_the_grab_comes() {
    long promotion = onSale(10);
    String order = grabbed(promotion);
    cancel(order, SERVICE, BY_USER).expect(200);

    tryGrab(order, promotion, 1).expect(409, "order-conflict");
    assertThat(remaining(promotion)).isEqualTo(10);
    assertThat(status(order)).isEqualTo("CANCELLED");
  }

  @Test
  void a_user_cancels_his_own_orders_only() {
    long promotion = onSale(10);
    String order = grabbed(promotion);

    cancel(order, TestTokens.user("eve"), BY_USER).expect(404, "order-not-found");
    assertThat(remaining(promotion)).isEqualTo(9);
    cancel(order, TestTokens.user("pat"), BY_USER).expect(200);
    assertThat(remaining(promotion)).isEqualTo(10);
  }

  @Test
  void bad_calls_are_told_apart() {
    String order = grabbed(onSale(10));

    cancel("no-such-order", SERVICE, BY_USER).expect(404, "order-not-found");
    cancel(order, SERVICE, Map.of("reason", "MOOD")).expect(400, "invalid-request");
    cancel(order, SERVICE, Map.of()).expect(400, "invalid-request");
    cancel(order, null, BY_USER).expect(401, "unauthorized");
    pay("no-such-order").expect(404, "order-not-found");
    api()
        .post("/api/v1/grabs/" + order + "/pay", TestTokens.user("pat"), null)
        .expect(403, "forbidden");
    assertThat(status(order)).isEqualTo("GRABBED");
  }

  @Test
  void a_repeated_payment_or_cancellation_tells_others_nothing_new() {
    long promotion = onSale(10);
    String order = grabbed(promotion);
    for (int i = 0; i < 3; i++) {
      pay(order).expect(200);
      clock.push(Duration.ofSeconds(1));
    }
    for (int i = 0; i < 3; i++) {
      cancel(order, SERVICE, NO_STOCK).expect(200);
      clock.push(Duration.ofSeconds(1));
    }
    String last = grabbed(promotion);

    List<JsonNode> events =
        new Topics(consumers, namespace, json)
            .eventsOf(
                promotion,
                found -> found.stream().anyMatch(e -> e.at("/orderId").asString().equals(last)));

    assertThat(events.stream().map(event -> event.at("/type").asString()))
        .containsOnlyOnce("PAID", "CANCELLED");
  }

  @Test
  void a_paid_order_stays_unless_a_service_has_a_reason() {
    long promotion = onSale(10);
    String order = grabbed(promotion);

    for (int i = 0; i < 2; i++) {
      assertThat(pay(order).expect(200).at("/status").asString()).isEqualTo("PAID");
    }
    Reply repeat = tryGrab(order, promotion, 1);
    assertThat(repeat.expect(200).at("/status").asString()).isEqualTo("PAID");
    for (Map<String, String> reason : List.of(BY_USER, NO_STOCK, NO_MONEY)) {
      cancel(order, TestTokens.user("pat"), reason).expect(409, "grab-paid");
    }
    cancel(order, SERVICE, NO_MONEY).expect(409, "grab-paid");
    assertThat(status(order)).isEqualTo("PAID");
    assertThat(remaining(promotion)).isEqualTo(9);

    cancel(order, SERVICE, NO_STOCK).expect(200);
    assertThat(remaining(promotion)).isEqualTo(10);
  }

  @Test
  void what_is_cancelled_cannot_be_paid() {
    String order = grabbed(onSale(10));
    cancel(order, SERVICE, BY_USER).expect(200);

    pay(order).expect(409, "grab-released");
  }

  @Test
  void a_paid_order_stays_paid_when_redis_has_forgotten_it() {
    long promotion = onSale(10);
    String order = grabbed(promotion);
    pay(order).expect(200);
    inLedger(order, "PAID");
    forget(order);

    assertThat(pay(order).expect(200).at("/status").asString()).isEqualTo("PAID");
    cancel(order, TestTokens.user("eve"), BY_USER).expect(404, "order-not-found");
    cancel(order, TestTokens.user("pat"), BY_USER).expect(409, "grab-paid");
    assertThat(status(order)).isEqualTo("PAID");
    assertThat(remaining(promotion)).isEqualTo(9);

    Reply cancelled = cancel(order, SERVICE, NO_STOCK).expect(200);
    assertThat(cancelled.at("/reason").asString()).isEqualTo("OUT_OF_STOCK");
    assertThat(remaining(promotion)).isEqualTo(10);
    inLedger(order, "CANCELLED");
    pay(order).expect(409, "grab-released");
    cancel(order, SERVICE, BY_USER).expect(200);
  }

  @Test
  void without_a_record_an_order_is_paid_in_mysql_and_stays_paid_when_its_time_is_over() {
    long promotion = onSale(10);
    String paid = grabbed(promotion);
    String unpaid = grabbed(promotion);
    for (String order : List.of(paid, unpaid)) {
      inLedger(order, "GRABBED");
      forget(order);
    }

    for (int i = 0; i < 2; i++) {
      assertThat(pay(paid).expect(200).at("/status").asString()).isEqualTo("PAID");
    }
    cancel(paid, TestTokens.user("pat"), BY_USER).expect(409, "grab-paid");
    assertThat(status(paid)).isEqualTo("PAID");
    assertThat(status(unpaid)).isEqualTo("GRABBED");
    assertThat(remaining(promotion)).isEqualTo(8);

    clock.push(Duration.ofSeconds(1_201));

    inLedger(unpaid, "CANCELLED");
    await().untilAsserted(() -> assertThat(remaining(promotion)).isEqualTo(9));
    assertThat(api().get("/api/v1/grabs/" + unpaid, SERVICE).at("/reason").asString())
        .isEqualTo("PAYMENT_TIMEOUT");
    pay(unpaid).expect(409, "grab-released");
    inLedger(paid, "PAID");
  }

  @Test
  void without_a_record_an_order_is_cancelled_in_mysql_by_its_owner_once() {
    long promotion = onSale(terms(10).limit("PIN", 1));
    String order = grabbed(promotion);
    inLedger(order, "GRABBED");
    forget(order);

    cancel(order, TestTokens.user("eve"), BY_USER).expect(404, "order-not-found");
    for (int i = 0; i < 2; i++) {
      assertThat(
              cancel(order, TestTokens.user("pat"), BY_USER).expect(200).at("/reason").asString())
          .isEqualTo("USER");
    }

    assertThat(remaining(promotion)).isEqualTo(10);
    pay(order).expect(409, "grab-released");
    Reply conflict = tryGrab(order, promotion, 1);
    conflict.expect(409, "order-conflict");
    assertThat(conflict.json().has("promotionId")).isFalse();
    grabbed(promotion);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).grabbed()).isEqualTo(2));
    assertThat(ledger.totalsOf(promotion).cancelled()).isEqualTo(1);
  }

  @Test
  void unpaid_orders_are_released_when_their_time_is_over_and_paid_ones_are_not() {
    long promotion = onSale(10);
    String paid = grabbed(promotion);
    String unpaid = grabbed(promotion);
    pay(paid).expect(200);

    clock.push(Duration.ofSeconds(1_201));

    await().untilAsserted(() -> assertThat(status(unpaid)).isEqualTo("CANCELLED"));
    await().untilAsserted(() -> assertThat(remaining(promotion)).isEqualTo(9));
    assertThat(api().get("/api/v1/grabs/" + unpaid, SERVICE).at("/reason").asString())
        .isEqualTo("PAYMENT_TIMEOUT");
    pay(unpaid).expect(409, "grab-released");
    pay(paid).expect(200);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).cancelled()).isEqualTo(1));
    assertThat(remaining(promotion)).isEqualTo(9);
  }

  @Test
  void payment_and_time_out_at_the_same_moment_agree_on_one() {
    agreeOnOne(order -> {});
  }

  @Test
  void without_records_payment_and_time_out_at_the_same_moment_agree_on_one_too() {
    agreeOnOne(this::forget);
  }

  private void agreeOnOne(Consumer<String> prepare) {
    long promotion = onSale(100);
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      orders.add(grabbed(promotion));
    }
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).grabbed()).isEqualTo(60));
    orders.forEach(prepare);

    clock.push(Duration.ofSeconds(1_201));
    long paid = orders.stream().filter(order -> pay(order).status() == 200).count();

    await().untilAsserted(() -> assertThat(100 - remaining(promotion)).isEqualTo((int) paid));
    assertThat(orders.stream().filter(order -> status(order).equals("PAID")).count())
        .isEqualTo(paid);
    assertThat(orders.stream().filter(order -> status(order).equals("CANCELLED")).count())
        .isEqualTo(60 - paid);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(paid));
  }

  @Test
  void of_a_user_the_reason_is_user_whatever_the_call_says() {
    long promotion = onSale(10);

    for (Map<String, String> reason : List.of(BY_USER, NO_STOCK, NO_MONEY)) {
      String order = grabbed(promotion);
      Reply reply = cancel(order, TestTokens.user("pat"), reason).expect(200);
      assertThat(reply.at("/reason").asString()).isEqualTo("USER");
      inLedger(order, "CANCELLED");
      assertThat(ledger.itemsOf(order).get(0).reason()).isEqualTo("USER");
    }

    assertThat(remaining(promotion)).isEqualTo(10);
  }

  private String grabbed(long promotion) {
    String order = freshOrder();
    tryGrab(order, promotion, 1).expect(201);
    return order;
  }

  private void forget(String order) {
    byte[] key = namespace.key("O_{" + order + "}").getBytes(StandardCharsets.UTF_8);
    assertThat(cluster.call(c -> c.del(key)).join()).isEqualTo(1);
  }

  private void inLedger(String order, String status) {
    await()
        .untilAsserted(
            () ->
                assertThat(ledger.itemsOf(order).stream().map(LedgerItem::status))
                    .containsExactly(status));
  }

  private Reply cancel(String order, String token, Map<String, String> body) {
    return api().post("/api/v1/grabs/" + order + "/cancel", token, body);
  }

  private Reply pay(String order) {
    return api().post("/api/v1/grabs/" + order + "/pay", SERVICE, null);
  }

  private String status(String order) {
    return api().get("/api/v1/grabs/" + order, SERVICE).at("/status").asString();
  }
}
