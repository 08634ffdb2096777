package dev.storefront.fitment.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class VehicleSetTest {

  @Property(tries = 200)
  void it_behaves_as_a_set(
      @ForAll @Size(max = 60) Set<@IntRange(min = 1, max = 160_000) Integer> added,
      @ForAll @Size(max = 60) Set<@IntRange(min = 1, max = 160_000) Integer> removed,
      @ForAll @IntRange(min = 1, max = 160_000) int from,
      @ForAll @IntRange(min = 1, max = 70) int limit) {
    TreeSet<Integer> model = new TreeSet<>(added);
    VehicleSet set = VehicleSet.ofOffsets(ints(added));
    for (int offset : added) {
      if (offset % 3 == 0) {
        model.remove(offset);
        set.remove(offset);
      }
    }
    for (int offset : removed) {
      model.remove(offset);
      set.remove(offset);
    }

    assertThat(set.size()).isEqualTo(model.size());
    assertThat(set.offsetsFrom(1, 200)).containsExactly(ints(model));
    assertThat(set.offsetsFrom(from, limit))
        .containsExactly(model.tailSet(from).stream().limit(limit).mapToInt(i -> i).toArray());
    added.forEach(o -> assertThat(set.contains(o)).isEqualTo(model.contains(o)));
    assertThat(set.segmentSpan())
        .isEqualTo(model.isEmpty() ? 0 : BitPosition.of(model.last()).segment() + 1);
  }

  @Property(tries = 200)
  void its_segments_make_the_same_set_again_and_can_then_grow(
      @ForAll @Size(max = 60) Set<@IntRange(min = 1, max = 160_000) Integer> offsets,
      @ForAll @IntRange(min = 1, max = 200_000) int oneMore) {
    VehicleSet set = VehicleSet.ofOffsets(ints(offsets));
    Map<Integer, byte[]> segments = new HashMap<>();
    for (int segment = 0; segment < set.segmentSpan(); segment++) {
      segments.put(segment, set.segment(segment));
    }
    VehicleSet copy = VehicleSet.ofSegments(segments);
    assertThat(copy.offsetsFrom(1, 100)).containsExactly(set.offsetsFrom(1, 100));

    copy.add(oneMore);

    TreeSet<Integer> model = new TreeSet<>(offsets);
    model.add(oneMore);
    assertThat(copy.offsetsFrom(1, 100)).containsExactly(ints(model));
  }

  @Test
  void a_segment_is_as_long_as_its_last_vehicle_needs() {
    assertThat(VehicleSet.ofOffsets(1).segment(0)).containsExactly(0x80);
    assertThat(VehicleSet.ofOffsets(8).segment(0)).containsExactly(0x01);
    assertThat(VehicleSet.ofOffsets(9).segment(0)).containsExactly(0x00, 0x80);
    assertThat(VehicleSet.ofOffsets(50_000).segment(0)).hasSize(6_250).endsWith(0x01);
    assertThat(VehicleSet.ofOffsets(50_001).segment(0)).isEmpty();
    assertThat(VehicleSet.ofOffsets(50_001).segment(1)).containsExactly(0x80);
  }

  private static int[] ints(Set<Integer> numbers) {
    return numbers.stream().mapToInt(i -> i).toArray();
  }
}
