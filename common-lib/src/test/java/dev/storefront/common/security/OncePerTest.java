package dev.storefront.common.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OncePerTest {

  private static final Instant START = Instant.ofEpochSecond(1_000);

  private final OncePer limit = new OncePer(Duration.ofSeconds(10));

  @Test
  void it_is_due_at_first_and_then_every_ten_seconds() {
    assertThat(IntStream.range(0, 25).filter(second -> limit.isDue(START.plusSeconds(second))))
        .containsExactly(0, 10, 20);
  }

  @Test
  void of_many_at_once_one_gets_through() {
    assertThat(IntStream.range(0, 1_000).parallel().filter(call -> limit.isDue(START)).count())
        .isEqualTo(1);
  }
}
