package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SoldOutMarksTest {

  private static final Instant NOW = Instant.parse("2026-06-18T00:00:00Z");
  private static final long HOT = 7_001;
  private static final long OTHER = 7_002;

  private final SoldOutMarks marks = new SoldOutMarks(Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void what_comes_back_to_another_promotion_while_the_buckets_are_looked_at_changes_nothing() {
    long before = marks.releases(HOT);
    marks.drop(OTHER);
    marks.set(HOT, 0, NOW, before);

    assertThat(marks.has(HOT, 1)).isTrue();
    marks.drop(OTHER);
    assertThat(marks.has(HOT, 1)).isTrue();
  }

  @Test
  void what_comes_back_while_the_buckets_are_looked_at_counts() {
    long before = marks.releases(HOT);
    marks.drop(HOT);
    marks.set(HOT, 0, NOW, before);

    assertThat(marks.has(HOT, 1)).isFalse();
  }
}
