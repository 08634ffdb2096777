package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentBooksTest {

  private final AtomicInteger sums = new AtomicInteger();
  private final RecentBooks books = new RecentBooks(promotion -> sums.incrementAndGet());

  @Test
  void many_who_look_at_once_have_the_ledger_summed_once() {
    assertThat(IntStream.range(0, 10_000).parallel().mapToLong(i -> books.reserved(7)).distinct())
        .hasSizeLessThanOrEqualTo(2);
    assertThat(sums.get()).isLessThanOrEqualTo(2);
  }

  @Test
  void what_is_sold_shows_within_a_second_or_so() {
    long before = books.reserved(7);

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(books.reserved(7)).isGreaterThan(before));
  }
}
