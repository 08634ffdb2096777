package dev.storefront.shortlink.click;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatestClicksTest {

  @Test
  void a_click_is_known_until_a_thousand_others_came() {
    LatestClicks latest = new LatestClicks();
    assertThat(latest.add("first")).isTrue();
    for (int n = 1; n < LatestClicks.MOST; n++) {
      assertThat(latest.add("other-" + n)).isTrue();
    }
    assertThat(latest.add("first")).isFalse();
    assertThat(latest.add("one-more")).isTrue();
    assertThat(latest.add("first")).isTrue();
  }

  @Test
  void what_was_encoded_is_known_as_before() {
    LatestClicks latest = new LatestClicks();
    IntStream.range(0, 2 * LatestClicks.MOST).forEach(n -> latest.add("click-" + n));
    byte[] encoded = latest.encoded();
    assertThat(encoded).hasSize(8 * LatestClicks.MOST);

    LatestClicks again = LatestClicks.of(encoded);
    assertThat(again.encoded()).isEqualTo(encoded);
    assertThat(again.add("click-" + (2 * LatestClicks.MOST - 1))).isFalse();
    assertThat(again.add("click-" + (LatestClicks.MOST - 1))).isTrue();
    assertThat(LatestClicks.of(new byte[0]).encoded()).isEmpty();
  }
}
