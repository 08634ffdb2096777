package dev.storefront.history.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsoMillisTest {

  @Test
  void a_time_is_written_as_java_has_it() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      // 48 bits, as Redis may have; some of whole seconds, some after the year 9999.
      long millis = random.nextLong() >>> 16 + random.nextInt(20);
      same(Instant.ofEpochMilli(i % 10 == 0 ? millis / 1_000 * 1_000 : millis));
    }
    same(Instant.EPOCH);
    same(Instant.ofEpochMilli(-1));
    same(Instant.parse("2024-02-29T23:59:59.009Z"));
  }

  private static void same(Instant time) {
    assertThat(IsoMillis.text(time.toEpochMilli())).isEqualTo(time.toString());
  }
}
