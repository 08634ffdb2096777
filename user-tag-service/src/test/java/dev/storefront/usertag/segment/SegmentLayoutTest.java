package dev.storefront.usertag.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentLayoutTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 65, 500_000_000, 4_294_967_295L})
  void segment_and_offset_lead_back_to_the_ordinal(long ordinal) {
    SegmentLayout layout = new SegmentLayout(64);
    assertThat(layout.ordinalOf(layout.segmentOf(ordinal), layout.offsetOf(ordinal)))
        .isEqualTo(ordinal);
  }

  @Test
  void five_hundred_million_users_are_954_segments_of_the_usual_size() {
    assertThat(new SegmentLayout(524_288).segmentOf(500_000_000)).isEqualTo(953);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -64, 32, 100, 2_097_152})
  void only_powers_of_two_in_range_are_sizes(int bits) {
    assertThatThrownBy(() -> new SegmentLayout(bits))
        .hasMessageContaining("storefront.usertag.segment-bits");
  }
}
