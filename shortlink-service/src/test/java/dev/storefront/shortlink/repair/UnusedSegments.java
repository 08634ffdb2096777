package dev.storefront.shortlink.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.marker.IdleCodes;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Segments on all nodes of which nobody has used an id: all are idle, but where Redis fell back
 * nobody can know that.
 */
record UnusedSegments(IdleCodes idleCodes, MeterRegistry meters) {

  private static final List<Segment> SEGMENTS =
      LongStream.range(3_000_000, 3_000_064).mapToObj(i -> new Segment(Tier.SEVEN, i)).toList();

  /**
   * One node has fallen back.
   *
   * @param before that was found
   * @param after it was found
   */
  void nothingIsRecycledOnThatNode(Instant before, Instant after) {
    List<Segment> kept = kept(before);
    assertThat(kept).hasSizeBetween(1, SEGMENTS.size() - 1);
    assertThat(kept(after)).isEmpty();
    Segment unknown = kept.get(0);
    SegmentIds all = SegmentIds.all(unknown);
    List<Candidate> one = List.of(new Candidate(unknown, 1, before, all));
    assertThat(idleCodes.close(one, before, Duration.ofMillis(1))).isEmpty();
    assertThat(idleCodes.of(List.of(unknown), before).get(0).othersLast())
        .isEqualTo(Duration.ofDays(1));
    onlyTheOthersAreAsked(before);
  }

  private void onlyTheOthersAreAsked(Instant before) {
    long asked = searches();
    List<Segment> byCode =
        SEGMENTS.stream().map(s -> new Segment(Tier.FIVE, s.index() - 2_500_000)).toList();
    long known =
        idleCodes.of(byCode, before).stream().filter(each -> !each.ids().isEmpty()).count();
    assertThat(known).isBetween(1L, byCode.size() - 1L);
    assertThat(searches() - asked).isEqualTo(known);
  }

  private long searches() {
    return ScriptCalls.of(meters, "shortlink/findLinks");
  }

  /** Those that count as used. */
  private List<Segment> kept(Instant idleSince) {
    List<IdleCodes.Idle> idle = idleCodes.of(SEGMENTS, idleSince);
    return IntStream.range(0, SEGMENTS.size())
        .filter(i -> idle.get(i).ids().isEmpty())
        .mapToObj(SEGMENTS::get)
        .toList();
  }
}
