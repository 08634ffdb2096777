package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.flashsale.promotion.Promotion.Limit.Per;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketsTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "7, 3", "100, 8", "3, 64", "1000000000, 64"})
  void shares_add_up_to_the_quota_and_differ_by_one_at_most(int quota, int count) {
    Buckets buckets = Buckets.of(quota, count, Per.NONE);
    int[] shares = IntStream.range(0, count).map(b -> buckets.shareOf(quota, b)).toArray();
    assertThat(IntStream.of(shares).sum()).isEqualTo(quota);
    assertThat(IntStream.of(shares).max().orElseThrow()).isEqualTo(buckets.largestShare());
    assertThat(IntStream.of(shares).min().orElseThrow())
        .isGreaterThanOrEqualTo(buckets.largestShare() - 1);
  }

  @Test
  void an_orders_home_depends_on_what_its_limit_counts() {
    Buckets byOrder = Buckets.of(100, 8, Per.NONE);
    Buckets byIp = Buckets.of(100, 8, Per.IP);
    Buckets byPin = Buckets.of(100, 8, Per.PIN);
    for (int i = 0; i < 50; i++) {
      assertThat(byPin.homeOf("o" + i, "ip" + i, "al")).isEqualTo(byPin.placeOf("al"));
      assertThat(byIp.homeOf("o" + i, "10.0.0.1", "p" + i)).isEqualTo(byIp.placeOf("10.0.0.1"));
      assertThat(byOrder.homeOf("o1", "ip" + i, "p" + i)).isEqualTo(byOrder.placeOf("o1"));
    }
    assertThat(byOrder.placeOf("A-20260618-0001")).as("for ever").isEqualTo(4);
  }

  @Test
  void orders_spread_evenly_over_buckets_and_over_the_hashes_within_each() {
    Buckets buckets = Buckets.of(64_000, 16, Per.NONE);
    Map<String, Long> sizes =
        IntStream.range(0, 64_000)
            .mapToObj(i -> "order-" + i)
            .collect(
                Collectors.groupingBy(
                    id ->
                        PromotionKeys.of(7, buckets.placeOf(id), new Namespace(""))
                            .reservations(id, buckets.largestShare()),
                    Collectors.counting()));
    assertThat(sizes).hasSize(16 * PromotionKeys.spread(4_000));
    assertThat(sizes.values()).allMatch(size -> size <= 128);

    Map<Integer, Long> homes =
        IntStream.range(0, 64_000)
            .mapToObj(i -> buckets.placeOf("10.0." + i / 250 + "." + i % 250))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(homes.values()).allMatch(orders -> orders > 3_600 && orders < 4_400);
  }
}
