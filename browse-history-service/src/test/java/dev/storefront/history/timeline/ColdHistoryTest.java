package dev.storefront.history.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.HistoryKeys;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.View;
import dev.storefront.history.archive.Archive;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

@HistoryTest
class ColdHistoryTest {

  private static final long DAY = Duration.ofDays(1).toMillis();

  @Autowired Storefront storefront;
  @Autowired Archive archive;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;

  private final long now = System.currentTimeMillis();
  private Shopper alice;
  private long sku;

  @BeforeEach
  void aShopperWithSixColdViews() {
    alice = storefront.newShopper();
    sku = storefront.newSkus(10);
    archive(LongStream.range(0, 6).mapToObj(i -> new View(sku + i, now - (5 + i) * DAY)).toList());
  }

  @Test
  void someone_inactive_sees_the_cold_views_and_has_them_in_redis_the_next_time() {
    assertThat(alice.skus()).isEqualTo(skus(0, 1, 2, 3, 4, 5));
    assertThat(alice.count()).isEqualTo(6);
    HistoryKeys keys = HistoryKeys.of(namespace, alice.user());
    assertThat(redis.opsForZSet().zCard(keys.views())).isEqualTo(6);
    assertThat(redis.getExpire(keys.views())).isGreaterThan(3 * 86_400);
    archive(List.of());
    assertThat(alice.skus()).isEqualTo(skus(0, 1, 2, 3, 4, 5));
  }

  @Test
  void hot_and_cold_views_are_merged_each_sku_with_its_latest_view() {
    storefront.pageViews(
        alice.user(), List.of(new View(sku + 9, now - 1000), new View(sku + 4, now - 2000)));
    await().untilAsserted(() -> assertThat(alice.skus()).isEqualTo(skus(9, 4, 0, 1, 2, 3, 5)));
    HistoryKeys keys = HistoryKeys.of(namespace, alice.user());
    assertThat(redis.opsForZSet().zCard(keys.views())).isEqualTo(2);
  }

  @Test
  void an_spu_that_is_hot_hides_its_cold_skus() {
    storefront.pageView(alice.user(), sku + 9, now).join();
    await().until(() -> alice.skus().size() == 7);
    long spu = storefront.newSkus(1);
    for (long s : new long[] {sku + 9, sku, sku + 1}) {
      storefront.marketplaceProduct(s, spu, "pads");
    }
    await().untilAsserted(() -> assertThat(alice.skus()).isEqualTo(skus(9, 2, 3, 4, 5)));
  }

  @Test
  void deleted_skus_stay_away_from_cold_views_until_they_are_viewed_again() {
    alice.deleteItems(sku, sku + 3);
    assertThat(alice.skus()).isEqualTo(skus(1, 2, 4, 5));
    storefront.pageView(alice.user(), sku + 3, now - 4 * DAY).join();
    alice.look(sku);
    assertThat(alice.skus()).isEqualTo(skus(0, 1, 2, 4, 5));
  }

  @Test
  void after_clearing_only_later_views_show_hot_or_cold() {
    alice.clear();
    assertThat(alice.skus()).isEmpty();
    assertThat(alice.count()).isZero();
    alice.look(sku + 8);
    assertThat(alice.skus()).isEqualTo(skus(8));
    redis.delete(HistoryKeys.of(namespace, alice.user()).nothingCold());
    long later = System.currentTimeMillis();
    archive(List.of(new View(sku + 7, later), new View(sku, now - 5 * DAY)));
    assertThat(alice.skus()).containsExactlyInAnyOrder(sku + 7, sku + 8);
  }

  @Test
  void views_older_than_60_days_do_not_show_however_young_their_row() {
    archive(List.of(new View(sku, now - 59 * DAY), new View(sku + 1, now - 61 * DAY)));
    assertThat(alice.skus()).isEqualTo(skus(0));
  }

  @Test
  void two_hundred_hot_views_leave_the_cold_ones_alone() {
    long hot = storefront.newSkus(200);
    storefront.pageViews(
        alice.user(), LongStream.range(0, 200).mapToObj(i -> new View(hot + i, now - i)).toList());
    await().untilAsserted(() -> assertThat(alice.skus()).hasSize(200).doesNotContain(sku));
    storefront.deleteProduct(hot, 1);
    await().untilAsserted(() -> assertThat(alice.skus()).hasSize(200).endsWith(sku));
  }

  @Test
  void that_there_is_nothing_cold_is_remembered_for_a_while() {
    Shopper bob = storefront.newShopper();
    assertThat(bob.skus()).isEmpty();
    assertThat(redis.getExpire(HistoryKeys.of(namespace, bob.user()).nothingCold()))
        .isBetween(1L, 10L);
  }

  private void archive(List<View> views) {
    await()
        .ignoreExceptions()
        .until(
            () -> {
              archive.write(alice.user(), views, now - 2 * DAY).join();
              return true;
            });
  }

  private List<Long> skus(int... offsets) {
    return Arrays.stream(offsets).mapToObj(i -> sku + i).toList();
  }
}
