package dev.storefront.history.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.ColdRows;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdCopy;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

@HistoryTest
class ColdHistoryTest {

  private static final long DAY = Duration.ofDays(1).toMillis();

  @Autowired Storefront storefront;
  @Autowired ColdRows rows;
  @Autowired Archive archive;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired MeterRegistry meters;

  private final long now = System.currentTimeMillis();
  private final long asOf = now - 2 * DAY;
  private Shopper alice;
  private long sku;

  @BeforeEach
  void aShopperWithSixColdViews() {
    alice = storefront.newShopper();
    sku = storefront.newSkus(10);
    rows.export(alice.user(), sixViews(), asOf);
  }

  @Test
  void someone_inactive_sees_the_cold_views_which_do_not_become_hot() {
    assertThat(alice.allSkus()).isEqualTo(skus(0, 1, 2, 3, 4, 5));
    assertThat(alice.countOfAll()).isEqualTo(6);
    HistoryKeys keys = HistoryKeys.of(namespace.key(""), alice.user());
    assertThat(redis.hasKey(keys.views())).isFalse();
    assertThat(redis.getExpire(keys.cold())).isGreaterThan(3 * 86_400);
  }

  @Test
  void hbase_is_asked_once_for_each_export() {
    long before = reads();
    for (int i = 0; i < 5; i++) {
      assertThat(alice.allSkus()).isEqualTo(skus(0, 1, 2, 3, 4, 5));
      alice.look(sku + 9);
      alice.deleteItems(sku + 9);
    }
    assertThat(reads()).isEqualTo(before + 1);
    rows.export(alice.user(), List.of(new View(sku, now - DAY)), asOf + DAY);
    before = reads();
    assertThat(alice.allSkus()).isEqualTo(skus(0));
    assertThat(alice.allSkus()).isEqualTo(skus(0));
    assertThat(reads()).isEqualTo(before + 1);
  }

  /** A page asks for both; five pages, so that hardly any machine has them one by one. */
  @Test
  void a_list_and_a_count_at_once_ask_hbase_once() throws Exception {
    for (int page = 0; page < 5; page++) {
      Shopper bob = storefront.newShopper();
      long before = reads();
      CyclicBarrier together = new CyclicBarrier(2);
      CompletableFuture<Integer> count =
          CompletableFuture.supplyAsync(() -> after(together, bob::countOfAll));
      assertThat(after(together, bob::allSkus)).isEmpty();
      assertThat(count.get()).isZero();
      assertThat(reads()).isEqualTo(before + 1);
    }
  }

  private static <T> T after(CyclicBarrier together, Supplier<T> call) {
    try {
      together.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
    return call.get();
  }

  @Test
  void that_there_is_nothing_cold_is_asked_once_for_each_export_too() {
    Shopper bob = storefront.newShopper();
    long before = reads();
    for (int i = 0; i < 5; i++) {
      assertThat(bob.allSkus()).isEmpty();
    }
    assertThat(reads()).isEqualTo(before + 1);
  }

  @Test
  void someone_who_cleared_after_the_export_costs_hbase_nothing() {
    Shopper bob = storefront.newShopper();
    bob.clear();
    long before = reads();
    assertThat(bob.allSkus()).isEmpty();
    bob.look(sku + 8);
    assertThat(bob.allSkus()).isEqualTo(skus(8));
    assertThat(reads()).isEqualTo(before);
  }

  @Test
  void a_copy_says_up_to_when_it_is_complete_which_is_the_watermark_for_unchanged_rows() {
    long watermark = archive.latestExport().orElseThrow().watermark() + 1;
    rows.complete(watermark);
    assertThat(alice.allSkus()).hasSize(6);
    assertThat(copy().boundary()).isEqualTo(watermark);
    long number = copy().number();

    // The next export is under way, and this row is later than the watermark; meanwhile somebody
    // has exported an older date again.
    rows.write(alice.user(), sixViews(), watermark + 1_000, 0);
    rows.complete(watermark - 5 * DAY);
    assertThat(alice.allSkus()).hasSize(6);
    assertThat(copy()).isEqualTo(new ColdCopy(number + 1, watermark + 1_000, oldestFirst()));
    assertThat(archive.latestExport().orElseThrow().watermark()).isEqualTo(watermark);
  }

  @Test
  void a_late_view_shows_before_any_export_has_it_however_old_it_is() {
    storefront.pageView(alice.user(), sku + 9, asOf - 4 * DAY).join();
    await().untilAsserted(() -> assertThat(alice.allSkus()).isEqualTo(skus(0, 9, 1, 2, 3, 4, 5)));
  }

  @Test
  void a_run_of_an_older_date_made_again_changes_no_newer_row() {
    rows.write(alice.user(), List.of(new View(sku + 7, now - 9 * DAY)), asOf - DAY, 3);
    rows.export(alice.user(), List.of(), asOf - 2 * DAY);
    assertThat(alice.allSkus()).isEqualTo(skus(0, 1, 2, 3, 4, 5));
  }

  @Test
  void a_run_made_again_brings_back_a_row_that_its_first_attempt_had_deleted() {
    long later = asOf + 10;
    rows.write(alice.user(), List.of(), later, 0);
    rows.write(alice.user(), List.of(new View(sku + 7, now - 9 * DAY)), later, 1);
    rows.complete(later);
    assertThat(alice.allSkus()).isEqualTo(skus(7));
  }

  @Test
  void hot_and_cold_views_are_merged_each_sku_with_its_latest_view() {
    storefront.pageViews(
        alice.user(), List.of(new View(sku + 9, now - 1000), new View(sku + 4, now - 2000)));
    await().untilAsserted(() -> assertThat(alice.allSkus()).isEqualTo(skus(9, 4, 0, 1, 2, 3, 5)));
  }

  @Test
  void an_spu_that_is_hot_hides_its_cold_skus() {
    storefront.pageView(alice.user(), sku + 9, now).join();
    await().until(() -> alice.allSkus().size() == 7);
    long spu = storefront.newSkus(1);
    for (long s : new long[] {sku + 9, sku, sku + 1}) {
      storefront.marketplaceProduct(s, spu, "pads");
    }
    await().untilAsserted(() -> assertThat(alice.allSkus()).isEqualTo(skus(9, 2, 3, 4, 5)));
  }

  @Test
  void deleted_skus_stay_away_from_cold_views_until_they_are_viewed_again() {
    assertThat(alice.allSkus()).hasSize(6);
    alice.deleteItems(sku, sku + 3);
    assertThat(alice.allSkus()).isEqualTo(skus(1, 2, 4, 5));
    // Of an export that knows nothing of the deletion.
    rows.export(alice.user(), sixViews(), asOf + 1);
    assertThat(alice.allSkus()).isEqualTo(skus(1, 2, 4, 5));
    storefront.pageView(alice.user(), sku + 3, now - 4 * DAY).join();
    alice.look(sku);
    assertThat(alice.allSkus()).isEqualTo(skus(0, 1, 2, 4, 5));
  }

  @Test
  void after_clearing_only_later_views_show_hot_or_cold() {
    assertThat(alice.allSkus()).hasSize(6);
    alice.clear();
    assertThat(alice.allSkus()).isEmpty();
    assertThat(alice.countOfAll()).isZero();
    alice.look(sku + 8);
    assertThat(alice.allSkus()).isEqualTo(skus(8));
    long later = System.currentTimeMillis();
    rows.export(
        alice.user(), List.of(new View(sku + 7, later), new View(sku, now - 5 * DAY)), later + 1);
    assertThat(alice.allSkus()).containsExactlyInAnyOrder(sku + 7, sku + 8);
  }

  @Test
  void views_older_than_60_days_do_not_show_however_young_their_row() {
    rows.export(
        alice.user(),
        List.of(new View(sku, now - 59 * DAY), new View(sku + 1, now - 61 * DAY)),
        asOf + 1);
    assertThat(alice.allSkus()).isEqualTo(skus(0));
  }

  @Test
  void two_hundred_hot_views_leave_the_cold_ones_alone() {
    long hot = storefront.newSkus(200);
    storefront.pageViews(
        alice.user(), LongStream.range(0, 200).mapToObj(i -> new View(hot + i, now - i)).toList());
    await().untilAsserted(() -> assertThat(alice.allSkus()).hasSize(200).doesNotContain(sku));
    storefront.deleteProduct(hot, 1);
    await().untilAsserted(() -> assertThat(alice.allSkus()).hasSize(200).endsWith(sku));
  }

  @Test
  void two_hundred_hot_views_that_came_late_hide_no_newer_cold_ones() {
    long hot = storefront.newSkus(200);
    storefront.pageViews(
        alice.user(),
        LongStream.range(0, 200).mapToObj(i -> new View(hot + i, now - 20 * DAY - i)).toList());
    await().untilAsserted(() -> assertThat(alice.allSkus()).hasSize(200).contains(hot));
    assertThat(alice.allSkus()).startsWith(sku, sku + 1, sku + 2, sku + 3, sku + 4, sku + 5, hot);
    assertThat(alice.list(3))
        .extracting(item -> item.path("skuId").asLong())
        .containsExactly(sku, sku + 1, sku + 2);
  }

  private List<View> sixViews() {
    return LongStream.range(0, 6).mapToObj(i -> new View(sku + i, now - (5 + i) * DAY)).toList();
  }

  private List<View> oldestFirst() {
    return sixViews().stream().sorted(View.NEWEST_FIRST.reversed()).toList();
  }

  private ColdCopy copy() {
    byte[] key =
        HistoryKeys.of(namespace.key(""), alice.user()).cold().getBytes(StandardCharsets.UTF_8);
    return ColdCopy.decode(redis.execute((RedisCallback<byte[]>) c -> c.stringCommands().get(key)));
  }

  private long reads() {
    return meters.find("storefront.hbase.call").tag("outcome", "success").timers().stream()
        .mapToLong(Timer::count)
        .sum();
  }

  private List<Long> skus(int... offsets) {
    return Arrays.stream(offsets).mapToObj(i -> sku + i).toList();
  }
}
