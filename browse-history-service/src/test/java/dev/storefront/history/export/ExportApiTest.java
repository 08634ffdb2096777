package dev.storefront.history.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.history.ColdRows;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Operator;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.View;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HistoryTest
class ExportApiTest {

  @Autowired Storefront storefront;
  @Autowired ColdRows rows;
  @Autowired JsonMapper json;
  @Autowired JdbcClient db;
  @Autowired Operator operator;

  @Test
  void all_that_is_kept_of_a_user_comes_line_by_line() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(3);
    long day = 86_400_000;
    long now = System.currentTimeMillis();
    assertThat(lines(alice)).isEmpty();
    alice.clear();
    rows.export(alice.user(), List.of(new View(sku + 2, now - day)), now - day / 2);
    alice.look(sku + 1);
    alice.look(sku);
    // A product that does not show is kept all the same.
    storefront.deleteProduct(sku, 1);
    alice.deleteItems(sku + 1);
    alice.post("/api/v1/history/pause");
    row("INSERT INTO paid_sku (user_id, sku_id, paid_at) VALUES (?, ?, ?)", alice, sku + 2);

    List<JsonNode> lines = lines(alice);
    assertThat(lines)
        .extracting(line -> line.path("kind").asString() + line.path("skuId").asString(""))
        .containsExactly(
            "VIEW" + sku, "CLEARING", "PAUSE", "DELETION" + (sku + 1), "PURCHASE" + (sku + 2));
    assertThat(Instant.parse(lines.get(0).path("at").asString()).toEpochMilli())
        .isBetween(now, System.currentTimeMillis());
    assertThat(lines.get(2).has("until")).isFalse();

    alice.post("/api/v1/history/resume");
    assertThat(lines(alice).get(2).has("until")).isTrue();
    assertThat(lines(storefront.newShopper())).as("of nobody else").isEmpty();
  }

  @Test
  void cold_views_belong_to_it() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    long day = 86_400_000;
    long now = System.currentTimeMillis();
    // Of the latter nothing shows any more, and it is kept for another day.
    List<View> views = List.of(new View(sku, now - day), new View(sku + 1, now - 61 * day));
    rows.export(alice.user(), views, now - day / 2);
    await()
        .untilAsserted(
            () ->
                assertThat(lines(alice))
                    .extracting(line -> line.path("skuId").asLong())
                    .containsExactly(sku, sku + 1));
    assertThat(alice.skus()).containsExactly(sku);
  }

  @Test
  void however_many_deletions_there_are() {
    Shopper alice = storefront.newShopper();
    // More than Redis remembers.
    row(
        """
        INSERT INTO deleted_view (user_id, sku_id, deleted_at)
        SELECT ?, ? + hundreds.seq * 100 + ones.seq, ? FROM
          (WITH RECURSIVE n (seq) AS (SELECT 0 UNION ALL SELECT seq + 1 FROM n WHERE seq < 99)
            SELECT seq FROM n) ones,
          (WITH RECURSIVE n (seq) AS (SELECT 0 UNION ALL SELECT seq + 1 FROM n WHERE seq < 50)
            SELECT seq FROM n) hundreds
        """,
        alice,
        storefront.newSkus(5_100));
    assertThat(lines(alice).stream().map(line -> line.path("skuId").asLong()).distinct())
        .hasSize(5_100);
  }

  @Test
  void half_of_it_is_not_given_for_all_while_cold_views_are_switched_off() throws Exception {
    Shopper alice = storefront.newShopper();
    Shopper guest = storefront.shopper("guest:" + UUID.randomUUID());
    String body = "{\"guestToken\":\"%s\"}".formatted(guest.token());
    operator.sets(
        "offline-query-enabled",
        false,
        () -> {
          assertThat(alice.get("/api/v1/history/export").statusCode()).isEqualTo(503);
          assertThat(alice.post("/api/v1/history/merge", body).statusCode()).isEqualTo(503);
          assertThat(alice.skus()).as("the hot ones show").isEmpty();
        });
    await().until(() -> alice.get("/api/v1/history/export").statusCode() == 200);
  }

  private void row(String insert, Shopper shopper, long sku) {
    db.sql(insert)
        .params(shopper.user().getBytes(StandardCharsets.UTF_8), sku, System.currentTimeMillis())
        .update();
  }

  /** Asked again while HBase is too slow for the service. */
  private List<JsonNode> lines(Shopper shopper) {
    HttpResponse<String> reply =
        await()
            .until(() -> shopper.get("/api/v1/history/export"), sent -> sent.statusCode() != 503);
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/x-ndjson");
    return reply.body().lines().map(json::readTree).toList();
  }
}
