package dev.storefront.history.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.JsonNode;

@HistoryTest
class HistoryApiTest {

  @Autowired Storefront storefront;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;

  private final long now = System.currentTimeMillis();

  @Test
  void of_250_views_the_latest_200_show() {
    Shopper alice = storefront.newShopper();
    long sku = viewed(alice, 250);
    List<Long> latest = LongStream.range(sku, sku + 200).boxed().toList();
    await().untilAsserted(() -> assertThat(alice.skus()).isEqualTo(latest));
    assertThat(alice.count()).isEqualTo(200);
    assertThat(alice.list(1000)).hasSize(200);
  }

  @Test
  void someone_without_history_gets_an_empty_list() {
    Shopper alice = storefront.newShopper();
    // As soon as HBase has its table: until then there might be some.
    await()
        .untilAsserted(
            () -> assertThat(alice.get("/api/v1/history").body()).isEqualTo("{\"items\":[]}"));
    assertThat(alice.count()).isZero();
  }

  @Test
  void a_sku_of_which_the_catalogue_has_told_nothing_shows_with_nulls() {
    Shopper alice = storefront.newShopper();
    long sku = viewed(alice, 1);
    await().until(() -> alice.list(20).size() == 1);
    assertThat(alice.get("/api/v1/history").body())
        .contains(
            "\"skuId\":" + sku, "\"spuId\":null", "\"name\":null", "\"imageUrl\":null", "Z\"");
  }

  @Test
  void one_sku_shows_of_each_spu_the_one_viewed_last() {
    Shopper alice = storefront.newShopper();
    long sku = viewed(alice, 6);
    long spu = storefront.newSkus(1);
    storefront.marketplaceProducts(sku, 3, spu);
    long mainSku = sku + 5;
    storefront.publishProduct(sku + 3, "SELF", null, mainSku, "pads", 1, false);
    storefront.publishProduct(sku + 4, "SELF", null, mainSku, "pads", 1, false);
    storefront.awaitProducts(List.of(sku + 3, sku + 4));

    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku, sku + 3, sku + 5));
    JsonNode shown = alice.list(20).get(0);
    assertThat(shown.path("spuId").asLong()).isEqualTo(spu);
    assertThat(shown.path("name").asString()).isEqualTo("product " + sku);
    assertThat(shown.path("imageUrl").asString()).contains("/" + sku + ".jpg");
    assertThat(alice.count()).isEqualTo(3);
  }

  @Test
  void a_deleted_product_does_not_show_and_the_list_is_filled_up() {
    Shopper alice = storefront.newShopper();
    long sku = viewed(alice, 230);
    long spu = storefront.newSkus(1);
    storefront.marketplaceProducts(sku + 1, 10, spu);
    storefront.deleteProduct(sku, 5);
    storefront.publishProduct(sku, "POP", spu, null, "an old version", 4, false);

    List<Long> expected = new ArrayList<>();
    expected.add(sku + 1);
    LongStream.range(sku + 11, sku + 210).forEach(expected::add);
    await().untilAsserted(() -> assertThat(alice.skus()).isEqualTo(expected));
    assertThat(alice.count()).isEqualTo(200);
  }

  @Test
  void pages_neither_repeat_nor_lose_views_when_new_ones_come_on_top() {
    Shopper alice = storefront.newShopper();
    long sku = viewed(alice, 45);
    await().until(() -> alice.count() == 45);
    List<Long> read = new ArrayList<>();
    JsonNode page = alice.page(20, null);
    Shopper.items(page).forEach(item -> read.add(item.path("skuId").asLong()));
    for (int i = 0; i < 2; i++) {
      alice.look(storefront.newSkus(1));
      page = alice.page(20, page.path("nextCursor").asString());
      Shopper.items(page).forEach(item -> read.add(item.path("skuId").asLong()));
    }
    assertThat(read).isEqualTo(LongStream.range(sku, sku + 45).boxed().toList());
    assertThat(page.has("nextCursor")).isFalse();
  }

  @Test
  void views_of_the_same_moment_are_paged_in_one_order() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(30);
    storefront.pageViews(
        alice.user(), LongStream.range(sku, sku + 30).mapToObj(s -> new View(s, now)).toList());
    await().until(() -> alice.count() == 30);
    List<Long> read = new ArrayList<>();
    String cursor = null;
    do {
      JsonNode page = alice.page(7, cursor);
      Shopper.items(page).forEach(item -> read.add(item.path("skuId").asLong()));
      cursor = page.path("nextCursor").asStringOpt().orElse(null);
    } while (cursor != null);
    assertThat(read).hasSize(30).doesNotHaveDuplicates();
  }

  @Test
  void the_count_follows_every_view_and_deletion() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    assertThat(alice.count()).isZero();
    alice.look(sku);
    assertThat(alice.count()).isEqualTo(1);
    assertThat(alice.count()).isEqualTo(1);
    alice.look(sku + 1);
    assertThat(alice.count()).isEqualTo(2);
    alice.deleteItems(sku);
    assertThat(alice.count()).isEqualTo(1);
    alice.clear();
    assertThat(alice.count()).isZero();
  }

  @Test
  void the_count_agrees_with_the_list_as_soon_as_that_shows_what_the_catalogue_changed() {
    long spu = storefront.newSkus(1);
    List<LongConsumer> changes =
        List.of(
            sku -> storefront.publishProduct(sku, "POP", null, null, null, 1, true),
            sku -> storefront.forgetProduct(sku),
            sku -> storefront.marketplaceProducts(sku, 2, spu));
    for (LongConsumer change : changes) {
      Shopper alice = storefront.newShopper();
      long sku = viewed(alice, 2);
      await().until(() -> alice.skus().size() == 2);
      keepCount(alice, 2);
      change.accept(sku);
      await().until(() -> alice.skus().size() == 1);
      assertThat(alice.count()).isEqualTo(1);
    }
  }

  /** Has the next count cached, and longer than anything takes here. */
  private void keepCount(Shopper shopper, int count) {
    String cached = HistoryKeys.of(namespace.key(""), shopper.user()).count();
    await()
        .until(
            () ->
                shopper.count() == count
                    && String.valueOf(redis.opsForValue().get(cached)).startsWith("" + count)
                    && redis.expire(cached, Duration.ofMinutes(10)));
  }

  @Test
  void a_cursor_of_someone_else_or_of_nowhere_is_refused() {
    Shopper alice = storefront.newShopper();
    viewed(alice, 3);
    await().until(() -> alice.list(20).size() == 3);
    String cursor = alice.page(1, null).path("nextCursor").asString();
    for (Shopper shopper : List.of(storefront.newShopper(), alice)) {
      String sent = shopper == alice ? "made-up" : cursor;
      HttpResponse<String> reply = shopper.get("/api/v1/history?cursor=" + sent);
      assertThat(reply.statusCode()).isEqualTo(400);
      assertThat(reply.body()).contains("\"invalid-cursor\"");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1001", "-1", "many", "99999999999"})
  void a_limit_out_of_range_is_refused(String limit) {
    HttpResponse<String> reply = storefront.newShopper().get("/api/v1/history?limit=" + limit);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("\"invalid-request\"", "\"limit\"");
  }

  /** Views of n new SKUs, the first the newest; returns the first. */
  private long viewed(Shopper shopper, int n) {
    long sku = storefront.newSkus(n);
    storefront.pageViews(
        shopper.user(),
        LongStream.range(0, n).mapToObj(i -> new View(sku + i, now - 1000 * i)).toList());
    return sku;
  }
}
