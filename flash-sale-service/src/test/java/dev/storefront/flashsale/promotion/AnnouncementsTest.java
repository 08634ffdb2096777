package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.flashsale.FlashSaleApplication;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import dev.storefront.flashsale.testing.Topics;
import dev.storefront.localstack.testing.WithBackends;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.kafka.core.ConsumerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prices and ends, told by two instances at once. */
@WithBackends(database = "flash_sale", namespace = "pairs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnnouncementsTest extends FlashSaleTest {

  @Autowired private Environment environment;
  @Autowired private ConsumerFactory<String, byte[]> consumers;
  @Autowired private Namespace namespace;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private JsonMapper json;

  private SecondInstance second;

  /** A promotion that ends while the other tests wait. */
  private long ending;

  @BeforeAll
  void start() {
    second = SecondInstance.start(FlashSaleApplication.class, environment);
    Instant now = clock.instant();
    ending = onSale(terms(5).between(now.minusSeconds(60), now.plusSeconds(40)));
  }

  @AfterAll
  void stop() {
    second.close();
  }

  @Test
  void a_price_falls_when_the_sale_begins_and_rises_whenever_nothing_is_left() {
    Instant now = clock.instant();
    long promotion = onSale(terms(1).between(now.plusSeconds(2), now.plus(Duration.ofDays(1))));

    told(promotion, "1499");
    String order = grabbed(promotion);
    told(promotion, "1499", "1999");
    api().post("/api/v1/grabs/" + order + "/cancel", SERVICE, Map.of("reason", "USER")).expect(200);
    told(promotion, "1499", "1999", "1499");
    grabbed(promotion);
    told(promotion, "1499", "1999", "1499", "1999");
    api().post("/api/v1/promotions/" + promotion + "/stop", OPERATOR, null).expect(200);

    List<JsonNode> events = told(promotion, "1499", "1999", "1499", "1999", "PROMOTION_ENDED");
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.path("skuId").asLong()).isEqualTo(500_000 + promotion);
              assertThat(event.path("orderId").isNull()).isTrue();
            });
    assertThat(events.stream().map(event -> event.path("eventId").asString()))
        .doesNotHaveDuplicates();
  }

  @Test
  void a_price_is_back_before_the_end_is_told() {
    told(ending, "1499", "1999", "PROMOTION_ENDED");
  }

  @Test
  void what_was_never_on_sale_ends_without_a_price() {
    Instant now = clock.instant();
    long promotion =
        onSale(terms(5).between(now.plus(Duration.ofHours(1)), now.plus(Duration.ofHours(2))));
    api().post("/api/v1/promotions/" + promotion + "/stop", OPERATOR, null).expect(200);

    told(promotion, "PROMOTION_ENDED");
  }

  @Test
  void what_is_over_is_neither_created_nor_approved() {
    Instant now = clock.instant();
    Terms terms = terms(5).between(now.minusSeconds(60), now.plusSeconds(20));
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);
    await().until(() -> clock.instant().isAfter(terms.endsAt()));

    api()
        .post("/api/v1/promotions/" + terms.promotionId() + "/approve", OPERATOR, null)
        .expect(409, "ended");
    assertThat(api().get("/api/v1/promotions/" + terms.promotionId(), null).at("/state").asString())
        .isEqualTo("ENDED");

    JsonNode errors =
        api()
            .post(
                "/api/v1/promotions",
                OPERATOR,
                terms(0).between(now.minusSeconds(60), now.minusSeconds(30)).toJson())
            .expect(400, "invalid-request")
            .at("/errors");
    assertThat(errors.valueStream().map(error -> error.path("field").asString()))
        .containsExactlyInAnyOrder("quota", "endsAt");
  }

  @Test
  void a_promotion_of_which_nothing_can_be_found_out_keeps_no_other_from_being_told_of() {
    byte[] broken = record(onSale(5));
    cluster.call(c -> c.del(broken)).join();
    cluster.call(c -> c.set(broken, broken)).join();
    try {
      told(onSale(5), "1499");
    } finally {
      cluster.call(c -> c.del(broken)).join();
    }
  }

  private byte[] record(long promotion) {
    return PromotionKeys.of(promotion, namespace).record().getBytes(StandardCharsets.UTF_8);
  }

  /** Waits for these prices and ends, and for them alone. */
  private List<JsonNode> told(long promotion, String... expected) {
    List<JsonNode> events =
        announcements(
            new Topics(consumers, namespace, json)
                .eventsOf(promotion, found -> announcements(found).size() >= expected.length));
    assertThat(events.stream().map(AnnouncementsTest::priceOrType)).containsExactly(expected);
    return events;
  }

  private static String priceOrType(JsonNode event) {
    JsonNode price = event.path("currentPrice");
    return price.isNumber() ? Integer.toString(price.intValue()) : event.path("type").asString();
  }

  private static List<JsonNode> announcements(List<JsonNode> events) {
    return events.stream()
        .filter(
            event ->
                List.of("PRICE_CHANGED", "PROMOTION_ENDED").contains(event.path("type").asString()))
        .toList();
  }

  private String grabbed(long promotion) {
    String order = freshOrder();
    tryGrab(order, promotion, 1).expect(201);
    return order;
  }
}
