package dev.storefront.shortlink.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Segments are cut around what lives, and put together again. */
class SegmentIdsProperties {

  private static final Segment LAST = new Segment(Tier.FIVE, Tier.FIVE.segments() - 1);

  @Property
  void ranges_are_all_ids_but_those_that_live_and_as_few_as_can_be(
      @ForAll @Size(max = 60) Set<@IntRange(max = 831) Integer> positions) {
    Set<Long> live = ids(positions);
    SegmentIds idle = SegmentIds.all(LAST).minus(live.stream().mapToLong(id -> id));
    List<IdRange> ranges = idle.ranges();
    assertThat(idle.count()).isEqualTo(832 - live.size());
    assertThat(ranges.stream().flatMapToLong(SegmentIdsProperties::stream).boxed())
        .containsExactlyElementsOf(
            stream(LAST.ids()).filter(id -> !live.contains(id)).boxed().toList());
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i).first()).isGreaterThan(ranges.get(i - 1).last() + 1);
    }
    SegmentIds again = SegmentIds.none(LAST);
    for (IdRange range : ranges) {
      again = again.plus(range);
    }
    assertThat(again.ranges()).isEqualTo(ranges);
    assertThat(SegmentIds.decode(LAST, idle.toBytes()).ranges()).isEqualTo(ranges);
  }

  @Property
  void a_unit_goes_on_as_a_whole_or_not_at_all(
      @ForAll @Size(max = 60) Set<@IntRange(max = 831) Integer> positions,
      @ForAll @IntRange(min = 1, max = 1000) int size) {
    Set<Long> live = ids(positions);
    Set<Integer> liveUnits =
        positions.stream().map(position -> position / size).collect(Collectors.toSet());
    SegmentIds idle =
        SegmentIds.all(LAST).minus(live.stream().mapToLong(id -> id)).inWholeUnits(size);
    assertThat(idle.stream().boxed())
        .containsExactlyElementsOf(
            stream(LAST.ids())
                .filter(id -> !liveUnits.contains((int) (id - LAST.ids().first()) / size))
                .boxed()
                .toList());
  }

  @Example
  void nothing_written_down_means_all() {
    assertThat(SegmentIds.decode(LAST, null).ranges()).containsExactly(LAST.ids());
    assertThat(SegmentIds.none(LAST).isEmpty()).isTrue();
  }

  private static Set<Long> ids(Set<Integer> positions) {
    return positions.stream()
        .map(position -> LAST.ids().first() + position)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static LongStream stream(IdRange ids) {
    return LongStream.rangeClosed(ids.first(), ids.last());
  }
}
