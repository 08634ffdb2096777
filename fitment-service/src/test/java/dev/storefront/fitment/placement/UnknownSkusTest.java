package dev.storefront.fitment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class UnknownSkusTest {

  private final UnknownSkus unknown =
      new UnknownSkus(new NearCacheProperties(DataSize.ofMegabytes(1), Duration.ofMinutes(1)));

  @Test
  void writes_of_other_skus_do_not_have_mysql_asked_again() {
    long before = unknown.heard();
    unknown.remove(8);
    unknown.add(7, before);
    assertThat(unknown.contains(7)).isTrue();
  }

  @Test
  void what_was_heard_of_since_mysql_was_asked_is_not_remembered() {
    long before = unknown.heard();
    unknown.remove(7);
    unknown.add(7, before);
    assertThat(unknown.contains(7)).isFalse();

    before = unknown.heard();
    unknown.removeAll();
    unknown.add(7, before);
    assertThat(unknown.contains(7)).isFalse();

    unknown.add(7, unknown.heard());
    assertThat(unknown.contains(7)).isTrue();
    unknown.remove(7);
    assertThat(unknown.contains(7)).isFalse();
  }
}
