package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PromotionApiTest extends FlashSaleTest {

  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private JsonMapper json;
  @Autowired private Promotions promotions;

  @Test
  void a_promotion_waits_for_approval_and_costs_its_list_price_until_it_is_on() {
    Terms terms = terms(10);
    Reply created = create(terms).expect(201);

    assertThat(created.at("/state").asString()).isEqualTo("PENDING_APPROVAL");
    assertThat(created.at("/remaining").asInt()).isEqualTo(10);
    assertThat(created.at("/currentPrice").decimalValue()).isEqualByComparingTo("1999");
    assertThat(findAs(OPERATOR, terms).json()).isEqualTo(created.json());

    Reply approved = change(terms, "approve").expect(200);
    assertThat(approved.at("/state").asString()).isEqualTo("ONGOING");
    assertThat(approved.at("/currentPrice").decimalValue()).isEqualByComparingTo("1499");
  }

  @Test
  void the_record_in_redis_is_the_one_of_the_design() {
    Terms terms = terms(10);
    onSale(terms);
    tryGrab(freshOrder(), terms.promotionId(), 3, "p", "192.0.2.1").expect(201);

    String key = "C_{" + terms.promotionId() + "}_1";
    assertThat(field(key, "o")).isEqualTo("10");
    assertThat(field(key, "b")).isEqualTo("7");
    assertThat(field(key, "c")).isEqualTo("1");
  }

  @Test
  void the_same_terms_again_change_nothing_and_other_terms_are_refused() {
    Terms terms = terms(10);
    Reply created = create(terms).expect(201);

    assertThat(create(terms).expect(200).json()).isEqualTo(created.json());
    create(terms.limit("PIN", 3)).expect(409, "promotion-exists");
    assertThat(findAs(OPERATOR, terms).json()).isEqualTo(created.json());
  }

  @Test
  void operators_see_all_terms_and_everyone_what_concerns_buyers() {
    Terms terms = terms(10).limit("PIN", 3).rate(500, 7).buckets(2);
    create(terms).expect(201);

    JsonNode forOperators = findAs(OPERATOR, terms).expect(200).json();
    assertThat(forOperators.path("limit")).isEqualTo(json.readTree("{\"per\":\"PIN\",\"max\":3}"));
    assertThat(forOperators.path("rate"))
        .isEqualTo(json.readTree("{\"max\":500,\"windowSeconds\":7}"));
    assertThat(forOperators.path("paymentTimeoutSeconds").asInt()).isEqualTo(1_200);
    assertThat(forOperators.path("buckets").asInt()).isEqualTo(2);
    for (String token : new String[] {null, SERVICE, TestTokens.user("alice")}) {
      assertThat(findAs(token, terms).expect(200).json().propertyNames())
          .contains("price", "buckets", "currentPrice")
          .doesNotContain("limit", "rate", "paymentTimeoutSeconds");
    }
  }

  @Test
  void approving_again_does_not_bring_back_what_was_sold() {
    Terms terms = terms(10);
    onSale(terms);
    tryGrab(freshOrder(), terms.promotionId(), 3, "p", "192.0.2.1").expect(201);

    assertThat(change(terms, "approve").expect(200).at("/remaining").asInt()).isEqualTo(7);
  }

  @Test
  void a_record_that_redis_lost_is_not_sold_a_second_time() {
    Terms terms = terms(10);
    onSale(terms);
    lose(terms);

    change(terms, "approve").expect(200);

    Reply reply = tryGrab(freshOrder(), terms.promotionId(), 1, "p", "192.0.2.1");
    reply.expect(503, "recovering");
    assertThat(reply.header("Retry-After")).isNotEmpty();
  }

  @Test
  void what_is_not_approved_is_not_rebuilt_either() {
    Terms terms = terms(10);
    create(terms).expect(201);

    assertThat(promotions.closeForRebuild(terms.promotionId(), 1)).isEmpty();

    byte[] key = bytes(namespace.key("C_{" + terms.promotionId() + "}_1"));
    assertThat(cluster.call(c -> c.exists(key)).join()).isZero();
  }

  @Test
  void a_promotion_that_redis_lost_is_shown_as_its_times_and_the_ledger_have_it() {
    Terms terms = terms(10);
    onSale(terms);
    tryGrab(freshOrder(), terms.promotionId(), 3, "p", "192.0.2.1").expect(201);
    lose(terms);

    await().untilAsserted(() -> assertThat(remaining(terms.promotionId())).isEqualTo(7));
    assertState(terms, "ONGOING", "1499");
    change(terms, "stop").expect(200);
    assertState(terms, "STOPPED", "1999");
    assertThat(remaining(terms.promotionId())).isEqualTo(7);
  }

  @Test
  void a_promotion_lives_by_its_times_its_quota_and_the_operators_will() {
    Instant now = clock.instant();
    Terms scheduled = terms(10).between(now.plusSeconds(600), now.plusSeconds(1_200));
    onSale(scheduled);
    assertState(scheduled, "SCHEDULED", "1999");
    clock.push(Duration.ofSeconds(601));
    assertState(scheduled, "ONGOING", "1499");
    clock.push(Duration.ofSeconds(600));
    assertState(scheduled, "ENDED", "1999");
    change(scheduled, "stop").expect(409, "ended");
    assertState(scheduled, "ENDED", "1999");

    Terms soldOut = terms(1);
    onSale(soldOut);
    String order = freshOrder();
    tryGrab(order, soldOut.promotionId(), 1, "p", "192.0.2.1").expect(201);
    assertState(soldOut, "SOLD_OUT", "1999");
    api().post("/api/v1/grabs/" + order + "/cancel", SERVICE, Map.of("reason", "USER")).expect(200);
    assertState(soldOut, "ONGOING", "1499");

    change(soldOut, "stop").expect(200);
    change(soldOut, "stop").expect(200);
    assertState(soldOut, "STOPPED", "1999");
    change(soldOut, "approve").expect(409, "stopped");
  }

  @Test
  void unknown_promotions_and_strangers_are_refused() {
    Terms terms = terms(10);

    find(terms).expect(404, "promotion-not-found");
    change(terms, "approve").expect(404, "promotion-not-found");
    change(terms, "stop").expect(404, "promotion-not-found");
    api()
        .get("/api/v1/reconciliation?promotionId=" + terms.promotionId(), OPERATOR)
        .expect(404, "promotion-not-found");
    api().get("/api/v1/reconciliation?promotionId=x", OPERATOR).expect(400, "invalid-request");
    api().get("/api/v1/promotions/seven", null).expect(400, "invalid-request");
    api().post("/api/v1/promotions", null, terms.toJson()).expect(401, "unauthorized");
    api()
        .post("/api/v1/promotions", TestTokens.user("alice"), terms.toJson())
        .expect(403, "forbidden");
    api().post("/api/v1/promotions", OPERATOR, "{\"promotionId\":").expect(400, "invalid-request");
  }

  @ParameterizedTest(name = "{0}: {1} is wrong with {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "promotionId | 0 | promotionId",
        "promotionId | \"7\" | promotionId",
        "type | 2 | type",
        "skuId | null | skuId",
        "quota | 0 | quota",
        "quota | 1.5 | quota",
        "startsAt | \"soon\" | startsAt",
        "startsAt | \"+999999999-01-01T00:00:00Z\" | startsAt",
        "endsAt | \"2020-01-01T00:00:00Z\" | endsAt",
        "price | {\"kind\":\"DISCOUNT\",\"listPrice\":10,\"amount\":10} | price.amount",
        "price | {\"kind\":\"FIXED\",\"listPrice\":10,\"amount\":10.01} | price.amount",
        "price | {\"kind\":\"FIXED\",\"listPrice\":10,\"amount\":0.001} | price.amount",
        "price | {\"kind\":\"FIXED\",\"listPrice\":1e400,\"amount\":1} | price.listPrice",
        "price | {\"kind\":\"FIXED\",\"listPrice\":10000000000,\"amount\":1} | price.listPrice",
        "price | {\"kind\":\"FREE\",\"listPrice\":10,\"amount\":1} | price.kind",
        "price | null | price",
        "limit | {\"per\":\"PIN\"} | limit.max",
        "limit | {\"per\":\"PIN\",\"max\":0} | limit.max",
        "limit | {\"max\":1} | limit.per",
        "limit | {\"per\":\"IP_AND_PIN\",\"maxPerIp\":1} | limit.maxPerPin",
        "limit | {\"per\":\"PIN\",\"maxPerIp\":1,\"maxPerPin\":1} | limit.max",
        "rate | {\"max\":0,\"windowSeconds\":60} | rate.max",
        "rate | {\"max\":1,\"windowSeconds\":0} | rate.windowSeconds",
        "paymentTimeoutSeconds | 0 | paymentTimeoutSeconds",
        "limits | {\"per\":\"PIN\",\"max\":1} | limits",
        "limit | {\"per\":\"PIN\",\"max\":1,\"units\":1} | limit.units",
      })
  void wrong_terms_are_refused_by_field(String field, String value, String named) {
    Map<String, Object> body = new HashMap<>(terms(10).toJson());
    body.put(field, json.readTree(value));

    Reply reply = api().post("/api/v1/promotions", OPERATOR, body);

    reply.expect(400, "invalid-request");
    assertThat(reply.at("/errors").valueStream().map(e -> e.path("field").asString()))
        .contains(named);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E+2147483647",
        "10E+2147483647",
        "1E+2147483648",
        "1E+99999999999",
        "1E-2147483647",
        "1E-2147483648",
        "1E-99999999999",
        "0E+2147483647",
        "0E-2147483647",
        "1E+1000",
        "1E-1000",
      })
  void a_price_far_beyond_all_bounds_is_refused_by_field(String number) {
    assertRefusedPrice(number);
  }

  /** Of more than 1,000 digits the reader of JSON names what the number stands in. */
  @ParameterizedTest
  @ValueSource(ints = {11, 990, 1_001, 50_000})
  void so_is_one_of_so_many_digits(int digits) {
    assertRefusedPrice("7".repeat(digits));
    assertRefusedPrice("0." + "7".repeat(digits));
    assertRefusedPrice("1." + "0".repeat(digits) + "1");
  }

  private void assertRefusedPrice(String number) {
    for (String price :
        List.of(
            "{\"kind\":\"FIXED\",\"amount\":1,\"listPrice\":%s}",
            "{\"kind\":\"DISCOUNT\",\"listPrice\":9999999999.99,\"amount\":%s}")) {
      Reply reply = createAt(price.formatted(number)).expect(400, "invalid-request");
      String field = price.contains("FIXED") ? "price.listPrice" : "price.amount";
      assertThat(reply.at("/errors").valueStream().map(e -> e.path("field").asString()))
          .contains(number.length() > 1_000 ? "price" : field);
      assertThat(reply.at("/errors").toString()).doesNotContain("well-formed");
    }
  }

  private Reply createAt(String price) {
    String body = json.writeValueAsString(terms(10).toJson());
    return api()
        .post(
            "/api/v1/promotions",
            OPERATOR,
            body.replaceFirst("\"price\":\\{[^}]*}", "\"price\":" + price));
  }

  @Test
  void zeros_after_the_cents_do_not_count() {
    Reply created = createAt("{\"kind\":\"FIXED\",\"listPrice\":199.900,\"amount\":1.5E+1}");

    assertThat(created.expect(201).at("/price/listPrice").decimalValue())
        .isEqualByComparingTo("199.90");
    assertThat(created.at("/price/amount").decimalValue()).isEqualByComparingTo("15");
  }

  @Test
  void every_wrong_term_is_listed() {
    Reply reply = api().post("/api/v1/promotions", OPERATOR, "{}").expect(400, "invalid-request");

    assertThat(reply.at("/errors").valueStream().map(e -> e.path("field").asString()))
        .containsExactlyInAnyOrder("promotionId", "skuId", "quota", "startsAt", "endsAt", "price");
  }

  @Test
  void what_has_a_default_may_be_left_out() {
    Map<String, Object> body = new HashMap<>(terms(10).toJson());
    body.keySet().removeAll(List.of("type", "limit", "rate", "paymentTimeoutSeconds"));

    api().post("/api/v1/promotions", OPERATOR, body).expect(201);
  }

  @Test
  void a_limit_of_none_may_have_any_max() {
    Map<String, Object> body = new HashMap<>(terms(10).toJson());
    body.put("limit", Map.of("per", "NONE", "max", 0));

    Reply created = api().post("/api/v1/promotions", OPERATOR, body).expect(201);

    assertThat(created.at("/limit/per").asString()).isEqualTo("NONE");
  }

  private void lose(Terms terms) {
    byte[] key = bytes(namespace.key("C_{" + terms.promotionId() + "}_1"));
    assertThat(cluster.call(c -> c.del(key)).join()).isEqualTo(1);
  }

  private void assertState(Terms terms, String state, String price) {
    Reply reply = find(terms).expect(200);
    assertThat(reply.at("/state").asString()).isEqualTo(state);
    assertThat(reply.at("/currentPrice").decimalValue()).isEqualByComparingTo(price);
  }

  private Reply create(Terms terms) {
    return api().post("/api/v1/promotions", OPERATOR, terms.toJson());
  }

  private Reply change(Terms terms, String verb) {
    return api().post("/api/v1/promotions/" + terms.promotionId() + "/" + verb, OPERATOR, null);
  }

  private Reply find(Terms terms) {
    return findAs(null, terms);
  }

  private Reply findAs(@Nullable String token, Terms terms) {
    return api().get("/api/v1/promotions/" + terms.promotionId(), token);
  }

  private String field(String key, String field) {
    byte[] full = bytes(namespace.key(key));
    return new String(cluster.call(c -> c.hget(full, bytes(field))).join(), StandardCharsets.UTF_8);
  }
}
