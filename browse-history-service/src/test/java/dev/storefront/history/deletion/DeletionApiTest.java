package dev.storefront.history.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.Group;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

@HistoryTest
class DeletionApiTest {

  @Autowired Storefront storefront;
  @Autowired JdbcClient jdbc;
  @Autowired DeletionLog log;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;

  private final long now = System.currentTimeMillis();

  @Test
  void a_deleted_sku_stays_away_from_late_events_and_comes_back_with_a_later_view() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(3);
    storefront.pageViews(alice.user(), List.of(new View(sku, now - 1), new View(sku + 1, now - 2)));
    await().until(() -> alice.skus().size() == 2);

    alice.deleteItems(sku);
    assertThat(alice.skus()).containsExactly(sku + 1);
    storefront.pageViews(
        alice.user(), List.of(new View(sku, now - 1), new View(sku, now), new View(sku + 2, now)));
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 2, sku + 1));

    alice.look(sku);
    assertThat(alice.skus()).containsExactly(sku, sku + 2, sku + 1);
  }

  @Test
  void a_cleared_history_stays_away_from_late_events_and_begins_anew() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(3);
    storefront.pageViews(alice.user(), List.of(new View(sku, now - 1), new View(sku + 1, now - 2)));
    await().until(() -> alice.skus().size() == 2);

    alice.clear();
    assertThat(alice.skus()).isEmpty();
    storefront.pageView(alice.user(), sku, now - 1).join();
    alice.look(sku + 2);
    assertThat(alice.skus()).containsExactly(sku + 2);
    alice.look(sku);
    assertThat(alice.skus()).containsExactly(sku, sku + 2);
  }

  @Test
  void a_view_stamped_by_a_clock_that_is_ahead_is_deleted_all_the_same() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    storefront.pageViews(
        alice.user(), List.of(new View(sku, now + 120_000), new View(sku + 1, now + 120_000)));
    await().until(() -> alice.skus().size() == 2);
    alice.deleteItems(sku);
    assertThat(alice.skus()).containsExactly(sku + 1);
    alice.clear();
    assertThat(alice.skus()).isEmpty();
  }

  @Test
  void deletions_are_kept_for_the_offline_pipeline_once_however_often_they_are_made() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    alice.deleteItems(sku + 1, sku, sku);
    alice.deleteItems(sku);
    alice.clear();
    alice.clear();
    byte[] user = alice.user().getBytes(StandardCharsets.UTF_8);
    assertThat(
            jdbc.sql("SELECT sku_id FROM deleted_view WHERE user_id = ? AND deleted_at >= ?")
                .params(user, now)
                .query(Long.class)
                .list())
        .containsExactlyInAnyOrder(sku, sku + 1);
    assertThat(
            jdbc.sql("SELECT COUNT(*) FROM cleared_history WHERE user_id = ? AND cleared_at >= ?")
                .params(user, now)
                .query(Long.class)
                .single())
        .isEqualTo(1);
  }

  @Test
  void a_deletion_is_remembered_longer_than_any_view_could_show() {
    Shopper alice = storefront.newShopper();
    alice.deleteItems(storefront.newSkus(1));
    alice.clear();
    alice.deleteItems(storefront.newSkus(1));
    HistoryKeys keys = HistoryKeys.of(namespace.key(""), alice.user());
    assertThat(redis.getExpire(keys.deletions())).isGreaterThan(61 * 86_400);
    assertThat(redis.getExpire(keys.cleared())).isGreaterThan(61 * 86_400);
    assertThat(redis.opsForZSet().zCard(keys.deletions())).isEqualTo(1);
  }

  @Test
  void the_database_has_the_time_from_which_on_a_deletion_holds_also_of_a_view_ahead() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    long ahead = System.currentTimeMillis() + 200_000;
    storefront.pageViews(alice.user(), List.of(new View(sku, ahead), new View(sku + 1, ahead + 7)));
    await().until(() -> alice.skus().size() == 2);
    alice.deleteItems(sku);
    assertThat(deletedAt(alice, sku)).isEqualTo(ahead);
    alice.clear();
    assertThat(deletedAt(alice, sku + 1)).isEqualTo(ahead + 7);
  }

  @Test
  void a_repeat_has_the_database_know_what_it_could_not_be_told_of_views_ahead() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(3);
    storefront.marketplaceProducts(sku, 1, storefront.newSkus(1));
    long ahead = System.currentTimeMillis() + 280_000;
    storefront.pageViews(alice.user(), List.of(new View(sku, ahead), new View(sku + 2, ahead + 7)));
    await().until(() -> alice.skus().size() == 2);
    alice.deleteItems(sku);
    // As where Redis' reply was lost: MySQL has no more than the time of the call.
    hasOnly(now, alice, sku);
    alice.deleteItems(sku);
    assertThat(deletedAt(alice, sku)).isEqualTo(ahead);

    alice.clear();
    hasOnly(now, alice, sku + 2);
    alice.clear();
    assertThat(deletedAt(alice, sku + 2)).isEqualTo(ahead + 7);
    assertThat(log.of(alice.user(), 10))
        .as("a clearing leaves the group that was deleted")
        .filteredOn(deletion -> deletion.skuId() == sku)
        .extracting(deletion -> deletion.group().kind())
        .containsExactly(Group.Kind.SPU);
  }

  private void hasOnly(long time, Shopper shopper, long sku) {
    jdbc.sql("UPDATE deleted_view SET deleted_at = ? WHERE user_id = ? AND sku_id = ?")
        .params(time, shopper.user().getBytes(StandardCharsets.UTF_8), sku)
        .update();
  }

  @Test
  void deleting_what_shows_hides_the_older_skus_of_its_spu_until_one_is_viewed_again() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(3);
    storefront.marketplaceProducts(sku, 2, storefront.newSkus(1));
    storefront.pageViews(
        alice.user(),
        List.of(new View(sku, now - 1), new View(sku + 1, now - 5), new View(sku + 2, now - 9)));
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku, sku + 2));

    alice.deleteItems(sku);
    assertThat(alice.skus()).containsExactly(sku + 2);
    assertThat(alice.count()).isEqualTo(1);
    storefront.pageView(alice.user(), sku + 1, now - 4).join();
    alice.look(sku + 2);
    assertThat(alice.skus()).containsExactly(sku + 2);
    alice.look(sku + 1);
    assertThat(alice.skus()).containsExactly(sku + 1, sku + 2);
  }

  @Test
  void the_database_forgets_deletions_that_hide_nothing_any_more() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    long day = 86_400_000;
    log.deleted(
        alice.user(),
        List.of(
            new Deletion(sku, Group.ofSku(sku), now - 63 * day),
            new Deletion(sku + 1, Group.ofSku(sku + 1), now - 61 * day)));
    log.forget();
    assertThat(
            jdbc.sql("SELECT sku_id FROM deleted_view WHERE user_id = ?")
                .param(alice.user().getBytes(StandardCharsets.UTF_8))
                .query(Long.class)
                .list())
        .containsExactly(sku + 1);
  }

  @Test
  void no_view_up_to_a_deletion_survives_it_however_they_race() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(20);
    List<CompletableFuture<Void>> views =
        IntStream.range(0, 400)
            .mapToObj(i -> storefront.pageView(alice.user(), sku + i % 20, now - i))
            .collect(Collectors.toList());
    alice.deleteItems(LongStream.range(sku, sku + 20).toArray());
    views.forEach(CompletableFuture::join);
    long last = storefront.newSkus(1);
    alice.look(last); // of the same partition, so everything before has been taken in
    assertThat(alice.skus()).containsExactly(last);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?skuId=", "?skuId=x", "?skuId=0", "?skuId=1&skuId=-1"})
  void a_deletion_of_no_sku_is_refused(String query) {
    var reply = storefront.newShopper().delete("/api/v1/history/items" + query);
    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("\"invalid-request\"", "\"skuId");
  }

  @Test
  void a_deletion_of_more_skus_than_a_history_shows_is_refused() {
    String query =
        LongStream.rangeClosed(1, 201).mapToObj(s -> "skuId=" + s).collect(Collectors.joining("&"));
    var reply = storefront.newShopper().delete("/api/v1/history/items?" + query);
    assertThat(reply.statusCode()).isEqualTo(400);
  }

  private long deletedAt(Shopper shopper, long sku) {
    return jdbc.sql("SELECT deleted_at FROM deleted_view WHERE user_id = ? AND sku_id = ?")
        .params(shopper.user().getBytes(StandardCharsets.UTF_8), sku)
        .query(Long.class)
        .single();
  }
}
