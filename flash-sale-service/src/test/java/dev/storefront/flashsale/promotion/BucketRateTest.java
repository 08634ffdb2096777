package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.promotion.Promotion.Limit.Per;
import dev.storefront.flashsale.promotion.Promotion.Rate;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketRateTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "60000, 1", "64, 64", "100, 64", "1000000000, 3"})
  void the_buckets_shares_of_a_rate_add_up_to_it(int max, int count) {
    List<BucketRate> rates = rates(new Rate(max, 7), count);

    assertThat(rates.stream().mapToLong(BucketRate::max).sum()).isEqualTo(max);
    assertThat(rates).allMatch(rate -> rate.max() >= 1 && rate.windowMillis() == 7_000);
  }

  @ParameterizedTest
  @CsvSource({"1, 64", "3, 64", "63, 64", "1, 2", "10, 64"})
  void fewer_attempts_than_buckets_are_no_more_on_the_whole(int max, int count) {
    List<BucketRate> rates = rates(new Rate(max, 7), count);

    double inOneWindow =
        rates.stream().mapToDouble(r -> r.max() * 7_000.0 / r.windowMillis()).sum();
    assertThat(inOneWindow).isLessThanOrEqualTo(max).isGreaterThan(max * 0.999);
  }

  @Test
  void one_attempt_in_a_day_of_64_buckets_is_one_in_64_days_for_each() {
    assertThat(rates(new Rate(1, 86_400), 64))
        .allMatch(rate -> rate.equals(new BucketRate(1, 64L * 86_400_000)));
  }

  private static List<BucketRate> rates(Rate rate, int count) {
    Buckets buckets = Buckets.of(1_000, count, Per.NONE);
    return IntStream.range(0, count).mapToObj(b -> BucketRate.of(rate, buckets, b)).toList();
  }
}
