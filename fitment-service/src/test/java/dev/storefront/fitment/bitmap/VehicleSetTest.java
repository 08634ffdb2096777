package dev.storefront.fitment.bitmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    assertThat(set.segments())
        .isEqualTo(
            model.stream().map(o -> BitPosition.of(o).segment()).collect(Collectors.toSet()));
  }

  @Property(tries = 200)
  void its_segments_make_the_same_set_again_and_can_then_grow(
      @ForAll @Size(max = 60) Set<@IntRange(min = 1, max = 160_000) Integer> offsets,
      @ForAll @IntRange(min = 1, max = 200_000) int oneMore) {
    VehicleSet set = VehicleSet.ofOffsets(ints(offsets));
    Map<Integer, byte[]> segments = new HashMap<>();
    set.segments().forEach(segment -> segments.put(segment, set.serialized(segment)));
    VehicleSet copy = new VehicleSet();
    segments.forEach(copy::addSerialized);
    assertThat(copy.offsetsFrom(1, 100)).containsExactly(set.offsetsFrom(1, 100));

    copy.add(oneMore);

    TreeSet<Integer> model = new TreeSet<>(offsets);
    model.add(oneMore);
    assertThat(copy.offsetsFrom(1, 100)).containsExactly(ints(model));
  }

  @Property(tries = 200)
  void sets_differ_in_the_segments_where_one_has_a_vehicle_that_the_other_has_not(
      @ForAll @Size(max = 8) Set<@IntRange(min = 1, max = 300_000) Integer> offsets,
      @ForAll @Size(max = 3) Set<@IntRange(min = 1, max = 300_000) Integer> toggled) {
    VehicleSet set = VehicleSet.ofOffsets(ints(offsets));
    VehicleSet other = set.copy();
    for (int offset : toggled) {
      if (offsets.contains(offset)) {
        other.remove(offset);
      } else {
        other.add(offset);
      }
    }
    Set<Integer> segments =
        toggled.stream().map(o -> BitPosition.of(o).segment()).collect(Collectors.toSet());
    assertThat(set.segmentsOtherThanIn(other)).isEqualTo(segments);
    assertThat(other.segmentsOtherThanIn(set)).isEqualTo(segments);
  }

  @Test
  void a_full_segment_takes_a_few_bytes_and_neighbours_in_two_segments_are_in_each() {
    VehicleSet set = VehicleSet.ofOffsets(IntStream.rangeClosed(1, 50_001).toArray());
    assertThat(set.segments()).containsExactly(0, 1);
    assertThat(set.serialized(0)).hasSizeLessThan(20);
    assertThat(set.contains(50_000)).isTrue();
    set.remove(50_001);
    assertThat(set.segments()).containsExactly(0);
    assertThat(set.contains(50_001)).isFalse();
  }

  private static int[] ints(Set<Integer> numbers) {
    return numbers.stream().mapToInt(i -> i).toArray();
  }
}
