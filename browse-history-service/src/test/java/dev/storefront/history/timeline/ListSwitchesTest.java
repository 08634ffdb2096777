package dev.storefront.history.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.ColdRows;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Operator;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.View;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The switches of reading, set and taken away while the service runs. */
@HistoryTest
class ListSwitchesTest {

  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final int VIEWS = 60;

  @Autowired Storefront storefront;
  @Autowired Operator operator;
  @Autowired ColdRows rows;
  @Autowired StringRedisTemplate redis;
  @Autowired Namespace namespace;
  @Autowired MeterRegistry meters;

  private final long now = System.currentTimeMillis();

  @Test
  void without_the_cache_each_count_is_worked_out_and_none_is_kept() throws Exception {
    Shopper alice = storefront.newShopper();
    Shopper bob = storefront.newShopper();
    alice.look(storefront.newSkus(1));
    String cached = keys(alice).count();
    String kept = "77 " + (now + DAY);
    redis.opsForValue().set(cached, kept);
    assertThat(alice.count()).isEqualTo(77);

    operator.sets(
        "count-cache-enabled",
        false,
        () -> {
          assertThat(alice.count()).isEqualTo(1);
          assertThat(redis.opsForValue().get(cached)).isEqualTo(kept);
          assertThat(bob.count()).isZero();
          assertThat(redis.hasKey(keys(bob).count())).isFalse();
        });

    assertThat(alice.count()).isEqualTo(77);
    await().until(() -> bob.count() == 0 && redis.hasKey(keys(bob).count()));
  }

  @Test
  void the_batch_size_says_in_how_many_queries_a_list_gets_its_facts() throws Exception {
    // A query that takes too long is none of these; then another list is looked at.
    await().until(() -> queriesOfAList() == 1);
    operator.sets("product-batch-size", 7, () -> await().until(() -> queriesOfAList() == 9));
    await().until(() -> queriesOfAList() == 1);
  }

  @Test
  void cold_views_are_neither_shown_nor_asked_for_while_they_are_switched_off() throws Exception {
    Shopper alice = storefront.newShopper();
    Shopper bob = storefront.newShopper();
    long sku = storefront.newSkus(2);
    List<View> cold = List.of(new View(sku, now - 5 * DAY));
    rows.export(alice.user(), cold, now - 2 * DAY);
    rows.export(bob.user(), cold, now - 2 * DAY);
    alice.look(sku + 1);
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1, sku));

    long before = reads();
    operator.sets(
        "offline-query-enabled",
        false,
        () -> {
          assertThat(alice.skus()).containsExactly(sku + 1);
          assertThat(bob.skus()).isEmpty();
          assertThat(reads()).isEqualTo(before);
        });

    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1, sku));
    await().untilAsserted(() -> assertThat(bob.skus()).containsExactly(sku));
  }

  /** How many queries a list of products takes of which the service has never heard. */
  private long queriesOfAList() {
    Shopper shopper = storefront.newShopper();
    long sku = storefront.newSkus(VIEWS);
    storefront.pageViews(
        shopper.user(),
        LongStream.range(0, VIEWS).mapToObj(i -> new View(sku + i, now - i)).toList());
    await()
        .until(
            () ->
                redis.opsForValue().size(keys(shopper).views())
                    == (long) VIEWS * PackedViews.WIDTH);
    long before = queries();
    assertThat(shopper.skus()).hasSize(VIEWS);
    return queries() - before;
  }

  private long queries() {
    return meters
        .get("resilience4j.circuitbreaker.calls")
        .tags("name", "products", "kind", "successful")
        .timer()
        .count();
  }

  private HistoryKeys keys(Shopper shopper) {
    return HistoryKeys.of(namespace.key(""), shopper.user());
  }

  private long reads() {
    return meters.find("storefront.hbase.call").tag("outcome", "success").timers().stream()
        .mapToLong(Timer::count)
        .sum();
  }
}
