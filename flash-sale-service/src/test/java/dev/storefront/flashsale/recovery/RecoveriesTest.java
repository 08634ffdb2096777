package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class RecoveriesTest {

  @Test
  void a_look_that_fails_says_not_yet_and_does_not_end_what_has_begun() {
    AtomicInteger looks = new AtomicInteger();

    Recoveries.await(
        () -> {
          if (looks.incrementAndGet() < 3) {
            throw new DataAccessResourceFailureException("MySQL is away");
          }
          return true;
        },
        Duration.ofSeconds(20));

    assertThat(looks).hasValue(3);
  }

  @Test
  void what_is_not_closed_is_waited_for_as_long_as_that_may_take_and_no_longer() {
    Duration atMost = Duration.ofMillis(300);
    long start = System.nanoTime();

    Recoveries.await(() -> false, atMost);

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(atMost, atMost.plusSeconds(20));
  }
}
