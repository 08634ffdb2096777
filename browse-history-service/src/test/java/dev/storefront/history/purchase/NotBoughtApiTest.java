package dev.storefront.history.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.database.Retention;
import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.View;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HistoryTest
class NotBoughtApiTest {

  private static final String COUNT = "SELECT COUNT(*) FROM paid_sku WHERE user_id = ?";

  @Autowired Storefront storefront;
  @Autowired JdbcTemplate jdbc;
  @Autowired EventPublisher events;
  @Autowired JsonMapper json;

  private final long now = System.currentTimeMillis();

  @Test
  void what_was_paid_after_the_view_does_not_show_and_what_is_viewed_after_that_does() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(5);
    storefront.pageViews(
        alice.user(),
        LongStream.range(0, 5).mapToObj(i -> new View(sku + i, now - 1_000 * i)).toList());
    await().until(() -> alice.skus().size() == 5);
    assertThat(notBought(alice)).isEqualTo(alice.skus());

    sale("PAID", alice.user(), sku, now + 1);
    sale("PAID", alice.user(), sku + 1, now - 1_000); // not after the view
    sale("GRABBED", alice.user(), sku + 2, now);
    sale("PAID", "somebody-else", sku + 3, now);
    sale("PAID", alice.user(), sku + 4, now);
    sale("PAID", alice.user(), sku + 4, now - 60_000); // late, and of before
    await()
        .untilAsserted(
            () -> assertThat(notBought(alice)).containsExactly(sku + 1, sku + 2, sku + 3));
    assertThat(alice.skus()).hasSize(5);

    storefront.pageView(alice.user(), sku + 4, now + 2).join();
    await()
        .untilAsserted(
            () -> assertThat(notBought(alice)).containsExactly(sku + 4, sku + 1, sku + 2, sku + 3));
  }

  @Test
  void what_is_kept_no_longer_goes_some_rows_at_a_time_and_about_as_many_as_a_call_may_delete() {
    byte[] user = ("user-" + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
    jdbc.batchUpdate(
        "INSERT INTO paid_sku (user_id, sku_id, paid_at) VALUES (?, ?, ?)",
        LongStream.rangeClosed(1, 5_000).mapToObj(sku -> new Object[] {user, sku, now}).toList());
    JdbcClient database = JdbcClient.create(jdbc);
    String delete = "DELETE FROM paid_sku WHERE user_id = ?";

    Retention.forget(database, 3_000, delete, user);
    assertThat(database.sql(COUNT).param(user).query(Long.class).single()).isEqualTo(1_000);
    Retention.forget(database, 3_000, delete, user);
    assertThat(database.sql(COUNT).param(user).query(Long.class).single()).isZero();
  }

  @Test
  void it_comes_in_pages() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(5);
    storefront.pageViews(
        alice.user(),
        LongStream.range(0, 5).mapToObj(i -> new View(sku + i, now - 1_000 * i)).toList());
    sale("PAID", alice.user(), sku + 1, now);
    await().untilAsserted(() -> assertThat(notBought(alice)).hasSize(4));

    JsonNode first = page(alice, "?limit=2");
    assertThat(skus(first)).containsExactly(sku, sku + 2);
    JsonNode second = page(alice, "?limit=2&cursor=" + first.path("nextCursor").asString());
    assertThat(skus(second)).containsExactly(sku + 3, sku + 4);
    assertThat(second.has("nextCursor")).isFalse();
    assertThat(alice.get("/api/v1/history/not-bought?cursor=x").statusCode()).isEqualTo(400);
    String cursor = first.path("nextCursor").asString();
    assertThat(alice.get("/api/v1/history?cursor=" + cursor).body()).contains("invalid-cursor");
    assertThat(alice.get("/api/v1/history/not-bought?limit=0").statusCode()).isEqualTo(400);
  }

  /** As the flash sale tells it. */
  private void sale(String type, String pin, long skuId, long occurredAt) {
    Map<String, Object> event = new HashMap<>();
    event.put("eventId", UUID.randomUUID());
    event.put("type", type);
    event.put("promotionId", 7);
    event.put("skuId", skuId);
    event.put("orderId", "order-" + UUID.randomUUID());
    event.put("pin", pin);
    event.put("quantity", 1);
    event.put("occurredAt", occurredAt);
    events.publish("flash-sale-events", "7", event).join();
  }

  private List<Long> notBought(Shopper shopper) {
    return skus(page(shopper, "?limit=200"));
  }

  private JsonNode page(Shopper shopper, String query) {
    var reply = shopper.get("/api/v1/history/not-bought" + query);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return json.readTree(reply.body());
  }

  private static List<Long> skus(JsonNode page) {
    return Shopper.items(page).stream().map(item -> item.path("skuId").asLong()).toList();
  }
}
