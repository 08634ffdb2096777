package dev.storefront.fitment.bitmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitPositionTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0, 0",
    "2, 0, 1",
    "50000, 0, 49999",
    "50001, 1, 0",
    "100000, 1, 49999",
    "100001, 2, 0",
    "9000000, 179, 49999"
  })
  void offsets_1_to_50000_are_segment_0_and_so_on(int offset, int segment, int bit) {
    assertThat(BitPosition.of(offset)).isEqualTo(new BitPosition(segment, bit));
  }

  @Property
  void a_position_leads_back_to_its_offset(@ForAll @IntRange(min = 1) int offset) {
    BitPosition position = BitPosition.of(offset);
    assertThat(position.bit()).isBetween(0, 49_999);
    assertThat(position.segment()).isNotNegative();
    assertThat(position.offset()).isEqualTo(offset);
  }

  @Property
  void the_next_offset_is_the_next_bit_or_begins_the_next_segment(
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE - 1) int offset) {
    BitPosition here = BitPosition.of(offset);
    BitPosition next = BitPosition.of(offset + 1);
    assertThat(next)
        .isEqualTo(
            here.bit() == 49_999
                ? new BitPosition(here.segment() + 1, 0)
                : new BitPosition(here.segment(), here.bit() + 1));
  }

  @Test
  void there_is_no_offset_0() {
    assertThatThrownBy(() -> BitPosition.of(0)).hasMessage("Offsets start at 1, got 0");
  }
}
