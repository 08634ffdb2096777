package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentBooksTest {

  private final AtomicBoolean caughtUp = new AtomicBoolean(true);
  private final AtomicInteger sums = new AtomicInteger();
  private final RecentBooks books =
      new RecentBooks(promotion -> sums.incrementAndGet(), ids -> caughtUp.get());

  @Test
  void many_who_look_at_once_have_the_ledger_summed_once() {
    assertThat(IntStream.range(0, 10_000).parallel().mapToLong(i -> books.reserved(7)).distinct())
        .hasSizeLessThanOrEqualTo(2);
    assertThat(sums.get()).isLessThanOrEqualTo(2);
  }

  @Test
  void books_that_lack_what_was_acknowledged_are_summed_for_nobody_and_that_is_not_remembered() {
    caughtUp.set(false);

    assertThatExceptionOfType(BackendUnavailableException.class)
        .isThrownBy(() -> books.reservedNow(List.of(7L, 8L)));
    assertThat(sums.get()).isZero();
    caughtUp.set(true);

    assertThat(books.reservedNow(List.of(7L, 8L)).values()).containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void what_is_sold_shows_within_a_second_or_so() {
    long before = books.reserved(7);

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(books.reserved(7)).isGreaterThan(before));
  }
}
