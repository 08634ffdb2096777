package dev.storefront.fitment.note;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;

class OffsetRangeTest {

  @Property
  void ranges_hold_exactly_the_offsets_and_no_two_of_them_touch(
      @ForAll @NotEmpty Set<@IntRange(min = 1, max = 60) Integer> offsets) {
    int[] sorted = offsets.stream().mapToInt(Integer::intValue).sorted().toArray();
    var ranges = OffsetRange.of(sorted);

    assertThat(
            ranges.stream().flatMapToInt(r -> IntStream.rangeClosed(r.first(), r.last())).toArray())
        .isEqualTo(sorted);
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i).first()).isGreaterThan(ranges.get(i - 1).last() + 1);
    }
    assertThat(Arrays.stream(sorted)).allMatch(o -> ranges.stream().anyMatch(r -> r.contains(o)));
  }
}
