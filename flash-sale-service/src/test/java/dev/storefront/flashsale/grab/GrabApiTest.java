package dev.storefront.flashsale.grab;

import static dev.storefront.flashsale.testing.Terms.grab;
import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

class GrabApiTest extends FlashSaleTest {

  private static final String ALICE = TestTokens.user("alice");
  private static final String BOB = TestTokens.user("bob");

  @Autowired private LedgerStore ledger;
  @Autowired private Orders orders;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private MeterRegistry meters;

  @AfterEach
  void goOn() {
    clock.goOn();
  }

  @Test
  void a_grab_tells_what_was_reserved_what_is_left_and_until_when_to_pay() {
    long promotion = onSale(10);
    String order = freshOrder();

    Reply reply = grabAs(SERVICE, grab(order, promotion, 3, "pat", "192.0.2.7")).expect(201);

    assertThat(reply.at("/orderId").asString()).isEqualTo(order);
    assertThat(reply.at("/status").asString()).isEqualTo("GRABBED");
    assertThat(reply.at("/items/0/promotionId").asLong()).isEqualTo(promotion);
    assertThat(reply.at("/items/0/quantity").asInt()).isEqualTo(3);
    assertThat(reply.at("/items/0/remaining").asInt()).isEqualTo(7);
    assertThat(Instant.parse(reply.at("/expiresAt").asString()))
        .isBetween(
            clock.instant().plus(Duration.ofMinutes(19)),
            clock.instant().plus(Duration.ofMinutes(20)));
    assertThat(remaining(promotion)).isEqualTo(7);
  }

  @Test
  void the_time_to_pay_begins_with_the_claim_whichever_duplicate_completes_it() {
    long promotion = onSale(10);
    String order = freshOrder();
    Order claimed =
        orders
            .claim(
                new Orders.Draft(
                    order, List.of(new OrderItem(promotion, 3)), "pat", "192.0.2.7", true))
            .join()
            .order();
    clock.push(Duration.ofSeconds(3));

    Reply reply = grabAs(SERVICE, grab(order, promotion, 3, "pat", "192.0.2.7")).expect(201);

    Instant until = Instant.ofEpochMilli(claimed.attempt()).plus(Duration.ofMinutes(20));
    assertThat(Instant.parse(reply.at("/expiresAt").asString())).isEqualTo(until);
    await()
        .untilAsserted(
            () -> assertThat(ledger.itemsOf(order)).map(LedgerItem::expiresAt).contains(until));
  }

  @Test
  void
      a_repeat_of_the_same_order_gets_the_first_answer_also_when_all_is_sold_and_limits_are_full() {
    long promotion = onSale(terms(2).limit("PIN", 2).rate(2, 3_600));
    String order = freshOrder();
    Reply first = grabAs(SERVICE, grab(order, promotion, 1, "pat", "192.0.2.7")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "pat", "192.0.2.7")).expect(201);

    for (int i = 0; i < 3; i++) {
      Reply repeat = grabAs(SERVICE, grab(order, promotion, 1, "pat", "192.0.2.7")).expect(200);
      assertThat(repeat.json()).isEqualTo(first.json());
    }
    assertThat(remaining(promotion)).isZero();
  }

  @Test
  void the_last_unit_is_sold_and_one_unit_does_not_serve_two() {
    long promotion = onSale(1);

    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "pat", "192.0.2.7")).expect(409, "sold-out");
    assertThat(remaining(promotion)).isEqualTo(1);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "pat", "192.0.2.7")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "pat", "192.0.2.7")).expect(409, "sold-out");
  }

  @Test
  void a_repeat_gets_the_first_answer_also_when_redis_no_longer_has_the_orders_record() {
    long one = onSale(terms(10).limit("PIN", 1));
    long two = onSale(terms(10).limit("PIN", 1));
    String order = freshOrder();
    Reply first = grabAs(SERVICE, grabBoth(order, two, one, 1, "pat")).expect(201);
    inLedger(order, 2);
    forget(order);

    for (int i = 0; i < 2; i++) {
      assertThat(grabAs(SERVICE, grabBoth(order, two, one, 1, "pat")).expect(200).json())
          .isEqualTo(first.json());
    }
    Reply conflict = grabAs(SERVICE, grabBoth(order, two, one, 1, "pit"));
    conflict.expect(409, "order-conflict");
    assertThat(conflict.json().has("promotionId")).isFalse();
    grabAs(SERVICE, grabBoth(order, two, onSale(5), 1, "pat")).expect(409, "order-conflict");
    grabAs(SERVICE, grab(order, one, 1, "pat", "192.0.2.1")).expect(409, "order-conflict");
    assertThat(List.of(remaining(one), remaining(two))).containsExactly(9, 9);
    assertThat(hasRecord(order)).isFalse();
  }

  @Test
  void a_refused_order_leaves_no_record() {
    long plenty = onSale(10);
    long scarce = onSale(1);
    String order = freshOrder();

    grabAs(SERVICE, grab(order, scarce, 2, "pat", "192.0.2.1")).expect(409, "sold-out");
    assertThat(hasRecord(order)).isFalse();
    grabAs(SERVICE, grabBoth(order, plenty, scarce, 2, "pat")).expect(409, "sold-out");
    assertThat(hasRecord(order)).isFalse();
    assertThat(remaining(plenty)).isEqualTo(10);
    grabAs(SERVICE, grabBoth(order, plenty, scarce, 1, "pat")).expect(201);
    assertThat(hasRecord(order)).isTrue();
  }

  @Test
  void an_order_id_serves_one_content_only() {
    long promotion = onSale(10);
    long other = onSale(10);
    String order = freshOrder();
    grabAs(SERVICE, grab(order, promotion, 1, "pat", "192.0.2.7")).expect(201);

    for (Map<String, Object> changed :
        List.of(
            grab(order, promotion, 2, "pat", "192.0.2.7"),
            grab(order, promotion, 1, "pit", "192.0.2.7"),
            grab(order, promotion, 1, "pat", "192.0.2.8"),
            grab(order, other, 1, "pat", "192.0.2.7"),
            grabBoth(order, promotion, other, 1, "pat"))) {
      grabAs(SERVICE, changed).expect(409, "order-conflict");
    }
    assertThat(remaining(promotion)).isEqualTo(9);
    assertThat(remaining(other)).isEqualTo(10);
  }

  @Test
  void the_same_items_in_another_order_are_the_same_content() {
    long one = onSale(10);
    long two = onSale(10);
    String order = freshOrder();
    Reply first = grabAs(SERVICE, grabBoth(order, two, one, 1, "pat")).expect(201);

    Reply repeat = grabAs(SERVICE, grabBoth(order, one, two, 1, "pat")).expect(200);

    assertThat(repeat.json()).isEqualTo(first.json());
    assertThat(first.at("/items/0/promotionId").asLong()).isEqualTo(two);
  }

  @Test
  void the_refusals_of_time_and_state_are_told_apart() {
    Instant now = clock.instant();
    long future = onSale(terms(5).between(now.plusSeconds(3_600), now.plusSeconds(7_200)));
    long past = onSale(terms(5).between(now.minusSeconds(7_200), now.plusSeconds(60)));
    clock.push(Duration.ofSeconds(61));
    long stopped = onSale(5);
    api().post("/api/v1/promotions/" + stopped + "/stop", OPERATOR, null).expect(200);
    long pending = terms(5).promotionId();
    api().post("/api/v1/promotions", OPERATOR, terms(5).toJson()).expect(201);

    refusedAs(409, "not-started", future);
    refusedAs(409, "ended", past);
    refusedAs(409, "stopped", stopped);
    refusedAs(404, "promotion-not-found", pending);
    refusedAs(404, "promotion-not-found", 999_999_999_999L);
  }

  @Test
  void what_nobody_has_approved_has_not_started() {
    var terms = terms(5);
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);

    refusedAs(409, "not-started", terms.promotionId());
  }

  @Test
  void a_limit_counts_units_of_an_ip() {
    long promotion = onSale(terms(100).limit("IP", 3));

    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "a", "192.0.2.1")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "b", "192.0.2.1"))
        .expect(409, "limit-reached");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "a", "192.0.2.2")).expect(201);
    assertThat(remaining(promotion)).isEqualTo(96);
  }

  @Test
  void a_limit_counts_units_of_a_pin() {
    long promotion = onSale(terms(100).limit("PIN", 3));

    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "a", "192.0.2.1")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "a", "192.0.2.2"))
        .expect(409, "limit-reached");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "a", "192.0.2.2")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1")).expect(201);
  }

  @Test
  void a_limit_of_ip_and_pin_holds_each_of_them() {
    long promotion = onSale(terms(100).limit("IP_AND_PIN", 2));

    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "a", "192.0.2.1")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "a", "192.0.2.2"))
        .expect(409, "limit-reached");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1"))
        .expect(409, "limit-reached");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.2")).expect(201);
  }

  @Test
  void an_address_and_an_account_may_have_maxima_of_their_own() {
    long promotion = onSale(terms(100).limits(3, 2));

    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "a", "192.0.2.1")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "a", "192.0.2.2"))
        .expect(409, "limit-reached");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1"))
        .expect(409, "limit-reached");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.2")).expect(201);
    Reply terms = api().get("/api/v1/promotions/" + promotion, OPERATOR).expect(200);
    assertThat(terms.at("/limit/maxPerIp").asInt()).isEqualTo(3);
    assertThat(terms.at("/limit/maxPerPin").asInt()).isEqualTo(2);
    assertThat(terms.at("/limit").has("max")).isFalse();
  }

  @Test
  void attempts_are_limited_in_a_window_and_count_anew_in_the_next() {
    long promotion = onSale(terms(100).limit("PIN", 1).rate(3, 60));
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "a", "192.0.2.1")).expect(201);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "a", "192.0.2.1"))
        .expect(409, "limit-reached");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1")).expect(201);
    String order = freshOrder();

    Reply late = grabAs(SERVICE, grab(order, promotion, 1, "c", "192.0.2.1"));

    late.expect(429, "promotion-rate-limited");
    assertThat(late.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(1L, 60L);
    assertThat(late.at("/promotionId").asLong()).isEqualTo(promotion);
    // The window is the server's: an instance whose clock is ahead does not begin another.
    clock.push(Duration.ofSeconds(61));
    grabAs(SERVICE, grab(order, promotion, 1, "c", "192.0.2.1"))
        .expect(429, "promotion-rate-limited");
    // A minute later by the server's clock: the window that began then is over.
    beganEarlier(promotion, Duration.ofMinutes(1));
    grabAs(SERVICE, grab(order, promotion, 1, "c", "192.0.2.1")).expect(201);
  }

  /** Two of them are told by a look, which reserves nothing. */
  @Test
  void attempts_at_what_is_sold_out_count_in_the_window_of_the_server_too() {
    long promotion = onSale(terms(1).rate(3, 60));
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "a", "192.0.2.1")).expect(201);
    clock.push(Duration.ofSeconds(61));

    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1")).expect(409, "sold-out");
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "c", "192.0.2.1")).expect(409, "sold-out");

    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "d", "192.0.2.1"))
        .expect(429, "promotion-rate-limited");
  }

  /** The present window of its rate. */
  private void beganEarlier(long promotion, Duration by) {
    byte[] record = bytes(PromotionKeys.of(promotion, namespace).record());
    cluster.call(c -> c.hincrby(record, bytes("windowStart"), -by.toMillis())).join();
  }

  @Test
  void operators_see_refusals_by_reason_what_is_left_the_backlog_of_releases_and_the_breakers() {
    long promotion = onSale(1);
    Counter refused =
        meters.get("storefront.flashsale.grabs.refused").tag("reason", "sold-out").counter();
    double before = refused.count();

    grabAs(SERVICE, grab(freshOrder(), promotion, 2, "a", "192.0.2.1")).expect(409, "sold-out");

    assertThat(refused.count()).isEqualTo(before + 1);
    await()
        .ignoreExceptions()
        .until(
            () ->
                meters
                        .get("storefront.flashsale.remaining")
                        .tag("promotion", Long.toString(promotion))
                        .gauge()
                        .value()
                    == 1);
    assertThat(meters.find("storefront.flashsale.unpaid.late").timeGauge()).isNotNull();
    assertThat(
            meters
                .get("resilience4j.circuitbreaker.state")
                .tags("name", "flash-sale-ledger", "state", "closed")
                .gauge()
                .value())
        .isOne();
  }

  @Test
  void a_repeat_asks_redis_once_and_who_comes_for_what_is_known_to_be_sold_out_twice() {
    long promotion = onSale(1);
    long other = onSale(1);
    clock.stand();
    Map<String, Object> first = grab(freshOrder(), promotion, 1, "a", "192.0.2.1");

    assertThat(scripts(() -> grabAs(SERVICE, first).expect(201)))
        .containsExactly(0L, 0L, 1L, 1L, 0L);
    assertThat(scripts(() -> grabAs(SERVICE, first).expect(200)))
        .containsExactly(0L, 0L, 1L, 0L, 0L);
    assertThat(scripts(() -> refusedAsSoldOut(promotion)))
        .as("the first who comes too late")
        .containsExactly(0L, 0L, 1L, 1L, 1L);
    assertThat(scripts(() -> refusedAsSoldOut(promotion))).containsExactly(1L, 1L, 0L, 0L, 0L);
    assertThat(scripts(() -> grabAs(SERVICE, first).expect(200)))
        .as("a repeat of what is known to be sold out")
        .containsExactly(1L, 0L, 1L, 0L, 0L);

    Map<String, Object> accepted = grab(freshOrder(), other, 1, "a", "192.0.2.1");
    Map<String, Object> changed = new HashMap<>(first);
    changed.put("orderId", accepted.get("orderId"));
    grabAs(SERVICE, accepted).expect(201);
    assertThat(scripts(() -> grabAs(SERVICE, changed).expect(409, "order-conflict")))
        .as("an order of another content")
        .containsExactly(1L, 0L, 1L, 0L, 0L);
  }

  private void refusedAsSoldOut(long promotion) {
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "b", "192.0.2.1")).expect(409, "sold-out");
  }

  /** How often a call runs each of them. */
  private List<Long> scripts(Runnable call) {
    List<Long> before = scripts();
    call.run();
    List<Long> after = scripts();
    return IntStream.range(0, after.size()).mapToObj(i -> after.get(i) - before.get(i)).toList();
  }

  private List<Long> scripts() {
    return Stream.of("knowOrder", "lookUnits", "claimOrder", "reserveUnits", "leaveOrder")
        .map(name -> ScriptCalls.of(meters, "flashsale/" + name))
        .toList();
  }

  @Test
  void one_sold_out_promotion_refuses_the_whole_order_which_may_come_again() {
    long plenty = onSale(terms(10).limit("PIN", 1));
    long scarce = onSale(1);
    grabAs(SERVICE, grab(freshOrder(), scarce, 1, "first", "192.0.2.7")).expect(201);
    String order = freshOrder();

    Reply refused = grabAs(SERVICE, grabBoth(order, plenty, scarce, 1, "pat"));

    refused.expect(409, "sold-out");
    assertThat(refused.at("/promotionId").asLong()).isEqualTo(scarce);
    assertThat(remaining(plenty)).isEqualTo(10);
    api().get("/api/v1/grabs/" + order, SERVICE).expect(404, "order-not-found");
    grabAs(SERVICE, grab(order, plenty, 1, "pat", "192.0.2.1")).expect(201);
  }

  @Test
  void a_user_grabs_in_his_own_name_whatever_the_body_says() {
    long promotion = onSale(terms(10).limit("PIN", 1));
    String order = freshOrder();

    grabAs(ALICE, grab(order, promotion, 1, "bob", "203.0.113.9")).expect(201);

    grabAs(ALICE, grab(freshOrder(), promotion, 1, "carl", "203.0.113.9"))
        .expect(409, "limit-reached");
    api().get("/api/v1/grabs/" + order, ALICE).expect(200);
    api().get("/api/v1/grabs/" + order, BOB).expect(404, "order-not-found");
    api().get("/api/v1/grabs/" + order, SERVICE).expect(200);
    grabAs(BOB, grab(order, promotion, 1, "alice", "203.0.113.9")).expect(409, "order-conflict");
    grabAs(
            ALICE,
            Map.of(
                "orderId",
                order,
                "items",
                List.of(Map.of("promotionId", promotion, "quantity", 1))))
        .expect(200);
  }

  @Test
  void an_order_can_be_read_at_once() {
    long promotion = onSale(10);
    String order = freshOrder();
    Reply grabbed = grabAs(SERVICE, grab(order, promotion, 1, "pat", "192.0.2.7")).expect(201);

    Reply read = api().get("/api/v1/grabs/" + order, SERVICE).expect(200);

    assertThat(read.json()).isEqualTo(grabbed.json());
  }

  @Test
  void everything_that_is_wrong_with_a_request_is_listed() {
    Map<String, Object> wrong =
        Map.of(
            "orderId",
            "no spaces",
            "items",
            List.of(
                Map.of("promotionId", 7, "quantity", 0),
                Map.of("promotionId", 7, "quantity", 1),
                Map.of("promotionId", -1, "quantity", 1_001)));

    Reply reply = grabAs(SERVICE, wrong).expect(400, "invalid-request");

    assertThat(reply.at("/errors").valueStream().map(e -> e.path("field").asString()))
        .containsExactlyInAnyOrder(
            "orderId",
            "items[0].quantity",
            "items[1].promotionId",
            "items[2].promotionId",
            "items[2].quantity",
            "pin",
            "ip");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{'orderId':5,'items':[],'pin':'','ip':'bad'} | orderId",
        "{'orderId':'x','items':[null,{'promotionId':7,'quantity':'1'},3,{}],'pin':'p','ip':'bad'}"
            + " | items[1].quantity",
        "{'orderId':'no spaces','items':[{'promotionId':7,'quantity':1}],'pin':5,'ip':7} | pin",
      })
  void of_values_that_cannot_be_read_the_first_is_told(String body, String field) {
    for (String token : List.of(SERVICE, ALICE)) {
      assertThat(wrongFields(token, body.replace('\'', '"'))).containsExactly(field);
    }
  }

  @Test
  void of_too_many_items_only_their_number_is_told_and_that_at_once() {
    for (String item : List.of("null", "{}", "{\"promotionId\":0,\"quantity\":0}")) {
      for (int count : List.of(21, 60_000 / (item.length() + 1))) {
        String items = String.join(",", Collections.nCopies(count, item));
        String body = "{\"orderId\":\"no spaces\",\"ip\":\"bad\",\"items\":[" + items + "]}";
        long start = System.nanoTime();
        assertThat(wrongFields(ALICE, body)).containsExactlyInAnyOrder("orderId", "ip", "items");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
      }
    }
  }

  @Test
  void half_a_character_names_no_account() {
    long promotion = onSale(5);
    for (String pin : List.of("\\ud800", "a\\udfff", "\\ude00\\ud83d")) {
      String body =
          """
          {"orderId": "x", "items": [{"promotionId": %d, "quantity": 1}],
           "pin": "%s", "ip": "192.0.2.1"}\
          """
              .formatted(promotion, pin);
      assertThat(wrongFields(SERVICE, body)).containsExactly("pin");
    }
    assertThat(remaining(promotion)).isEqualTo(5);
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "\ud83d\ude00", "192.0.2.1")).expect(201);
  }

  private List<String> wrongFields(String token, String body) {
    return api()
        .post("/api/v1/grabs", token, body)
        .expect(400, "invalid-request")
        .at("/errors")
        .valueStream()
        .map(e -> e.path("field").asString())
        .toList();
  }

  @Test
  void a_field_that_is_not_known_is_refused_wherever_it_stands() {
    long promotion = onSale(5);
    String body =
        """
        {"orderId": "x", "items": [{"promotionId": %d, "quantity": 1%s}],
         "pin": "pat", "ip": "192.0.2.1"%s}\
        """;

    assertThat(wrongFields(SERVICE, body.formatted(promotion, ", \"units\": 3", "")))
        .containsExactly("items[0].units");
    assertThat(wrongFields(SERVICE, body.formatted(promotion, "", ", \"adress\": \"::1\"")))
        .containsExactly("adress");
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  @Test
  void an_order_id_that_no_path_can_have_is_refused_before_it_holds_units() {
    long promotion = onSale(5);
    for (String order : List.of(".", "..")) {
      Reply reply = grabAs(SERVICE, grab(order, promotion, 1, "pat", "192.0.2.7"));
      reply.expect(400, "invalid-request");
      assertThat(reply.at("/errors/0/field").asString()).isEqualTo("orderId");
    }
    assertThat(remaining(promotion)).isEqualTo(5);
    grabAs(SERVICE, grab("...", promotion, 1, "pat", "192.0.2.7")).expect(201);
    api().get("/api/v1/grabs/...", SERVICE).expect(200);
  }

  @Test
  void requests_without_items_are_invalid() {
    Reply withoutItem =
        api()
            .post(
                "/api/v1/grabs",
                SERVICE,
                "{\"orderId\":\"x\",\"pin\":\"p\",\"ip\":\"192.0.2.1\",\"items\":[null]}");
    assertThat(withoutItem.at("/errors/0/field").asString()).isEqualTo("items[0]");
    for (String items : List.of("null", "[]", "[null]", "[{}]", "{}", "7")) {
      api()
          .post(
              "/api/v1/grabs",
              SERVICE,
              "{\"orderId\":\"x\",\"pin\":\"p\",\"ip\":\"192.0.2.1\",\"items\":" + items + "}")
          .expect(400, "invalid-request");
    }
    api().post("/api/v1/grabs", SERVICE, "{").expect(400, "invalid-request");
    api().post("/api/v1/grabs", null, "{}").expect(401, "unauthorized");
    api().post("/api/v1/grabs", OPERATOR, "{}").expect(403, "forbidden");
  }

  @Test
  void an_order_is_not_found_by_its_id_and_a_blank() {
    long promotion = onSale(5);
    String order = freshOrder();
    grabAs(ALICE, grab(order, promotion, 1, "alice", "192.0.2.7")).expect(201);
    inLedger(order, 1);

    for (String other : List.of(order + "%20", order + "%20%20", "%20" + order, "x".repeat(65))) {
      String path = "/api/v1/grabs/" + other;
      api().get(path, SERVICE).expect(404, "order-not-found");
      api().get(path, ALICE).expect(404, "order-not-found");
      api().post(path + "/pay", SERVICE, null).expect(404, "order-not-found");
      api().post(path + "/cancel", ALICE, Map.of("reason", "USER")).expect(404, "order-not-found");
    }
    api().get("/api/v1/grabs/" + order, ALICE).expect(200);
    assertThat(remaining(promotion)).isEqualTo(4);
  }

  private void inLedger(String order, int items) {
    await().untilAsserted(() -> assertThat(ledger.itemsOf(order)).hasSize(items));
  }

  private void forget(String order) {
    assertThat(cluster.call(c -> c.del(record(order))).join()).isEqualTo(1);
  }

  private boolean hasRecord(String order) {
    return cluster.call(c -> c.exists(record(order))).join() == 1;
  }

  private byte[] record(String order) {
    return bytes(namespace.key("O_{" + order + "}"));
  }

  private void refusedAs(int status, String code, long promotion) {
    grabAs(SERVICE, grab(freshOrder(), promotion, 1, "pat", "192.0.2.7")).expect(status, code);
  }

  private Reply grabAs(String token, Map<String, Object> body) {
    return api().post("/api/v1/grabs", token, body);
  }
}
