package dev.storefront.history.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.history.ColdRows;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.View;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HistoryTest
class ExportApiTest {

  @Autowired Storefront storefront;
  @Autowired ColdRows rows;
  @Autowired JsonMapper json;

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

    List<JsonNode> lines = lines(alice);
    assertThat(lines)
        .extracting(line -> line.path("kind").asString() + line.path("skuId").asString(""))
        .containsExactly("VIEW" + sku, "CLEARING", "DELETION" + (sku + 1), "PAUSE");
    assertThat(Instant.parse(lines.get(0).path("at").asString()).toEpochMilli())
        .isBetween(now, System.currentTimeMillis());
    assertThat(lines.get(3).has("until")).isFalse();

    alice.post("/api/v1/history/resume");
    assertThat(lines(alice).get(3).has("until")).isTrue();
    assertThat(lines(storefront.newShopper())).as("of nobody else").isEmpty();
  }

  @Test
  void cold_views_belong_to_it() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(1);
    long now = System.currentTimeMillis();
    rows.export(alice.user(), List.of(new View(sku, now - 86_400_000)), now - 40_000_000);
    await()
        .untilAsserted(
            () ->
                assertThat(lines(alice))
                    .extracting(line -> line.path("skuId").asLong())
                    .containsExactly(sku));
  }

  private List<JsonNode> lines(Shopper shopper) {
    HttpResponse<String> reply = shopper.get("/api/v1/history/export");
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(reply.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/x-ndjson");
    return reply.body().lines().map(json::readTree).toList();
  }
}
