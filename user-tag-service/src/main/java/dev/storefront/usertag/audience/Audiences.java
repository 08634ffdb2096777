package dev.storefront.usertag.audience;

import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.segment.SegmentStore;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/** Counts, pages and samples audiences. Ordinals are in ascending order. */
@Component
class Audiences {

  private final SegmentScan scan;
  private final SegmentStore segments;
  private final SegmentLayout layout;
  private final RandomGenerator random;

  Audiences(SegmentScan scan, SegmentStore segments, RandomGenerator random) {
    this.scan = scan;
    this.segments = segments;
    this.layout = segments.layout();
    this.random = random;
  }

  /** Some users of an audience, and how many it has in all. */
  record Sample(long count, long[] ordinals) {}

  long count(SegmentQuery query) {
    return LongStream.of(countsBySegment(query)).sum();
  }

  /** The first page, with the count. */
  PageCollector firstPage(SegmentQuery query, int limit) {
    return page(query, 0, limit, true);
  }

  /** The page behind {@code after}; reads only as many segments as it needs. */
  PageCollector pageAfter(SegmentQuery query, long after, int limit) {
    return page(query, after, limit, false);
  }

  private PageCollector page(SegmentQuery query, long after, int limit, boolean counting) {
    PageCollector page = new PageCollector(layout, after, limit, counting);
    int last = segments.lastSegment();
    // A cursor that somebody made up may point anywhere.
    long behind = Math.min(Math.max(after, 0), layout.ordinalOf(last + 1, 0) - 1);
    scan.run(query, IntStream.rangeClosed(layout.segmentOf(behind + 1), last), page::add);
    return page;
  }

  /**
   * Users drawn at random, each equally likely, none twice; all of them if the audience has no more
   * than {@code size}. Users who leave while they are drawn are missing.
   */
  Sample sample(SegmentQuery query, int size) {
    long[] counts = countsBySegment(query);
    long count = LongStream.of(counts).sum();
    SortedSet<Long> ranks = draw(count, size);
    LongStream.Builder drawn = LongStream.builder();
    long[] before = new long[counts.length];
    for (int segment = 1; segment < counts.length; segment++) {
      before[segment] = before[segment - 1] + counts[segment - 1];
    }
    scan.run(
        query,
        IntStream.range(0, counts.length)
            .filter(i -> !ranks.subSet(before[i], before[i] + counts[i]).isEmpty()),
        (segment, users) -> {
          long first = before[segment];
          int now = users.cardinality();
          for (long rank : ranks.subSet(first, first + Math.min(now, counts[segment]))) {
            drawn.add(layout.ordinalOf(segment, users.select((int) (rank - first))));
          }
          return true;
        });
    return new Sample(count, drawn.build().toArray());
  }

  private SortedSet<Long> draw(long count, int size) {
    SortedSet<Long> ranks = new TreeSet<>();
    if (count <= size) {
      LongStream.range(0, count).forEach(ranks::add);
    } else {
      // Floyd's: as many draws as users, each with the same chance.
      for (long last = count - size; last < count; last++) {
        long rank = random.nextLong(last + 1);
        ranks.add(ranks.contains(rank) ? last : rank);
      }
    }
    return ranks;
  }

  private long[] countsBySegment(SegmentQuery query) {
    LongStream.Builder counts = LongStream.builder();
    scan.run(
        query,
        IntStream.rangeClosed(0, segments.lastSegment()),
        (segment, users) -> {
          counts.add(users.cardinality());
          return true;
        });
    return counts.build().toArray();
  }
}
