package dev.storefront.history.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.ColdRows;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.View;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

@HistoryTest
class MergeApiTest {

  private static final String MERGE = "/api/v1/history/merge";

  @Autowired Storefront storefront;
  @Autowired ColdRows rows;
  @Autowired JdbcClient db;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;

  private final long now = System.currentTimeMillis();

  @Test
  void what_a_guest_viewed_shows_to_the_user_once_however_often_it_is_merged() {
    Shopper guest = guest();
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(5);
    rows.export(guest.user(), List.of(new View(sku + 4, now - 86_400_000)), now - 40_000_000);
    storefront.pageViews(
        guest.user(),
        List.of(new View(sku, now - 1), new View(sku + 1, now - 3), new View(sku + 2, now - 9)));
    storefront.pageViews(
        alice.user(), List.of(new View(sku + 1, now - 5), new View(sku + 3, now - 2)));
    await().until(() -> guest.skus().size() == 4 && alice.skus().size() == 2);

    assertMerges(4, alice, guest);
    assertThat(alice.skus()).containsExactly(sku, sku + 3, sku + 1, sku + 2, sku + 4);
    assertThat(merge(alice, guest.token())).isEqualTo("{\"merged\":0}");
    assertThat(alice.skus()).containsExactly(sku, sku + 3, sku + 1, sku + 2, sku + 4);
    assertThat(alice.count()).isEqualTo(5);
    assertThat(guest.allSkus()).hasSize(4);

    // What the user deletes afterwards stays away from a repeat.
    alice.deleteItems(sku);
    assertThat(merge(alice, guest.token())).isEqualTo("{\"merged\":0}");
    assertThat(alice.skus()).containsExactly(sku + 3, sku + 1, sku + 2, sku + 4);
  }

  @Test
  void what_a_guest_deleted_is_deleted_for_the_user_too_and_a_later_view_shows() {
    Shopper guest = guest();
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(3);
    List<View> views = List.of(new View(sku, now - 1), new View(sku + 1, now - 2));
    storefront.pageViews(guest.user(), views);
    storefront.pageViews(alice.user(), views);
    await().until(() -> guest.skus().size() == 2 && alice.skus().size() == 2);
    guest.deleteItems(sku);

    long merging = System.currentTimeMillis();
    merge(alice, guest.token());
    assertThat(alice.skus()).containsExactly(sku + 1);
    assertThat(
            db.sql("SELECT changed_at FROM deleted_view WHERE user_id = ? AND deleted_at <= ?")
                .params(alice.user().getBytes(java.nio.charset.StandardCharsets.UTF_8), merging)
                .query(Long.class)
                .single())
        .as("what a Redis lacks that fell back since is asked for by this time")
        .isGreaterThanOrEqualTo(merging);
    storefront.pageView(alice.user(), sku, now - 1).join();
    alice.look(sku + 2);
    assertThat(alice.skus()).containsExactly(sku + 2, sku + 1);
    assertThat(
            db.sql("SELECT sku_id FROM deleted_view WHERE user_id = ?")
                .param(alice.user().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .query(Long.class)
                .list())
        .as("for the offline pipeline")
        .containsExactly(sku);
    alice.look(sku);
    merge(alice, guest.token());
    assertThat(alice.skus()).containsExactly(sku, sku + 2, sku + 1);
  }

  @Test
  void a_repeat_changes_nothing_for_a_user_whose_history_is_full_either() {
    Shopper guest = guest();
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(300);
    storefront.pageViews(alice.user(), views(sku, 285, now - 1_000));
    storefront.pageViews(guest.user(), views(sku + 285, 15, now - 100_000));
    // More than show.
    String key = HistoryKeys.of(namespace.key(""), alice.user()).views();
    await()
        .until(
            () ->
                redis.opsForValue().size(key) == 285L * PackedViews.WIDTH
                    && guest.skus().size() == 15);

    // Redis keeps 290 views of a user: there is room for five, the latest.
    assertMerges(5, alice, guest);
    assertThat(merge(alice, guest.token())).isEqualTo("{\"merged\":0}");
    alice.deleteItems(LongStream.range(sku, sku + 100).toArray());
    assertThat(alice.count()).isEqualTo(190);
  }

  private static List<View> views(long sku, int count, long latest) {
    return IntStream.range(0, count).mapToObj(i -> new View(sku + i, latest - i)).toList();
  }

  @Test
  void a_guest_who_cleared_brings_nothing_and_takes_nothing() {
    Shopper guest = guest();
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    storefront.pageView(guest.user(), sku, now - 1).join();
    storefront.pageView(alice.user(), sku + 1, now - 2).join();
    await().until(() -> guest.skus().size() == 1 && alice.skus().size() == 1);
    guest.clear();
    assertThat(merge(alice, guest.token())).isEqualTo("{\"merged\":0}");
    assertThat(alice.skus()).containsExactly(sku + 1);
  }

  @Test
  void only_a_valid_token_of_a_guest_is_taken() {
    Shopper alice = storefront.newShopper();
    Shopper guest = guest();
    for (String token :
        List.of(
            "no token",
            "",
            TestTokens.user("bob"),
            TestTokens.user("guest:of-whom-a-user-token-says-so"),
            TestTokens.token("bob", "shop-app", "guest", Duration.ofMinutes(5)),
            TestTokens.token("guest:x", "shop-app", "guest", Duration.ofMinutes(-5)))) {
      HttpResponse<String> reply = post(alice, token);
      assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
      assertThat(reply.body()).contains("invalid-request", "guestToken");
    }
    assertThat(alice.post(MERGE, "{}").statusCode()).isEqualTo(400);
    assertThat(post(guest, guest().token()).statusCode()).isEqualTo(403);
  }

  private Shopper guest() {
    return storefront.shopper("guest:" + UUID.randomUUID());
  }

  /** What a call that failed had got done, the next one does not count again. */
  private static void assertMerges(int views, Shopper shopper, Shopper guest) {
    HttpResponse<String> first = post(shopper, guest.token());
    if (first.statusCode() == 200) {
      assertThat(first.body()).isEqualTo("{\"merged\":%d}", views);
    } else {
      assertThat(first.statusCode()).as(first.body()).isEqualTo(503);
      String merged = merge(shopper, guest.token()).replaceAll("\\D", "");
      assertThat(Integer.parseInt(merged)).isBetween(0, views);
    }
  }

  private static String merge(Shopper shopper, String guestToken) {
    return await()
        .until(() -> post(shopper, guestToken), reply -> reply.statusCode() == 200)
        .body();
  }

  private static HttpResponse<String> post(Shopper shopper, String guestToken) {
    return shopper.post(MERGE, "{\"guestToken\":\"%s\"}".formatted(guestToken));
  }
}
