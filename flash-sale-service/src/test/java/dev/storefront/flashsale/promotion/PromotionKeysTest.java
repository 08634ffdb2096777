package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromotionKeysTest {

  /** More, and Redis no longer packs a hash. */
  private static final long MOST_PACKED = 128;

  private final PromotionKeys keys = PromotionKeys.of(7001, new Namespace(""));

  @Test
  void the_record_is_named_as_the_design_has_it_and_every_bucket_has_a_slot_of_its_own() {
    assertThat(keys.record()).isEqualTo("C_{7001}_1");
    assertThat(keys.pending()).isEqualTo("C_{7001}_1:pending");
    assertThat(keys.reservations(3)).isEqualTo("C_{7001}_1:orders:3");
    assertThat(keys.limits(3)).isEqualTo("C_{7001}_1:limits:3");
    assertThat(PromotionKeys.of(7001, 2, new Namespace("")).record()).isEqualTo("C_{7001.2}_1");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "64, 1", "65, 2", "1000, 16", "4194304, 65536", "1000000000, 65536"})
  void the_spread_grows_with_the_quota_within_bounds(int quota, int spread) {
    assertThat(PromotionKeys.spread(quota)).isEqualTo(spread);
  }

  @Test
  void ids_in_a_row_and_ids_that_end_alike_fill_no_hash_beyond_what_redis_packs() {
    fillsNone(i -> "order-" + i);
    fillsNone(i -> "A-20260618-%07d".formatted(i * 64));
    fillsNone(i -> i + "-0000000");
  }

  @Test
  void an_order_and_a_buyer_have_the_same_place_for_ever() {
    assertThat(keys.reservations("A-20260618-0001", 100_000)).isEqualTo("C_{7001}_1:orders:721");
    assertThat(keys.limits(PromotionKeys.pin("alice"), 100_000))
        .isEqualTo("C_{7001}_1:limits:1450");
  }

  private void fillsNone(IntFunction<String> ids) {
    int quota = 64_000;
    Map<String, Long> sizes =
        IntStream.range(0, quota)
            .mapToObj(i -> keys.reservations(ids.apply(i), quota))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertThat(sizes.values()).allMatch(size -> size <= MOST_PACKED);
  }
}
