package dev.storefront.usertag.audience;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Counts, pages, samples and compares audiences. Ordinals are in ascending order. */
@Component
class Audiences {

  /** Of a page that is not counted: with the usual segments, 33 million users. */
  private static final int SEGMENTS_PER_PAGE = 64;

  private final SegmentScan scan;
  private final SegmentLayout layout;

  Audiences(SegmentScan scan, SegmentLayout layout) {
    this.scan = scan;
    this.layout = layout;
  }

  /**
   * Some users of an audience.
   *
   * @param count how many it has in all; 0 if they were not counted
   * @param next behind which ordinal the next page begins; empty at the end
   */
  record Page(long count, long[] ordinals, OptionalLong next) {}

  /** Some users of an audience, drawn by a seed, and how many it has in all. */
  record Sample(long count, long[] ordinals) {}

  long count(SegmentQuery query) {
    long[] sum = {0};
    scan.run(
        query,
        allSegments(query),
        Evaluation::count,
        (segment, users) -> {
          sum[0] += users;
          return true;
        });
    return sum[0];
  }

  /** How many users each of the query's expressions has. */
  long[] counts(SegmentQuery query) {
    int size = query.roots().size();
    long[] sums = new long[size];
    scan.run(
        query,
        allSegments(query),
        segment -> IntStream.range(0, size).map(i -> segment.users(i).cardinality()).toArray(),
        (segment, users) -> {
          Arrays.setAll(sums, i -> sums[i] + users[i]);
          return true;
        });
    return sums;
  }

  /** The first page, with the count. */
  Page firstPage(SegmentQuery query, int limit) {
    return page(query, 0, limit, true);
  }

  /**
   * The page behind {@code after}; reads only as many segments as it needs, and never more than
   * some: it may have fewer users than {@code limit}, even none, and yet a page behind it.
   */
  Page pageAfter(SegmentQuery query, long after, int limit) {
    return page(query, after, limit, false);
  }

  private Page page(SegmentQuery query, long after, int limit, boolean counting) {
    int last = layout.lastSegment(query.lastOrdinal());
    // A cursor that somebody made up may point anywhere.
    long behind = Math.min(Math.max(after, 0), layout.ordinalOf(last + 1, 0) - 1);
    PageCollector page = new PageCollector(layout, behind, limit, counting, SEGMENTS_PER_PAGE);
    scan.run(
        query,
        IntStream.rangeClosed(layout.segmentOf(behind + 1), last),
        Evaluation::users,
        page::add);
    return new Page(page.count(), page.ordinals(), page.next(last));
  }

  /**
   * Users drawn by a seed, each equally likely, none twice; all of them if the audience has no more
   * than {@code size}.
   */
  Sample sample(SegmentQuery query, int size, long seed) {
    LowestHashes drawn = new LowestHashes(seed, size);
    long[] count = {0};
    scan.run(
        query,
        allSegments(query),
        Evaluation::users,
        (segment, users) -> {
          count[0] += users.cardinality();
          drawn.offer(layout.ordinalOf(segment, 0), users.positions());
          return true;
        });
    return new Sample(count[0], drawn.ordinals());
  }

  /** How many users each two of the query's expressions have in common, by their indexes. */
  long[][] overlap(SegmentQuery query) {
    int size = query.roots().size();
    long[][] sums = new long[size][size];
    scan.run(
        query,
        allSegments(query),
        segment -> overlap(segment, size),
        (segment, counts) -> {
          for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
              sums[i][j] += counts[i][j];
            }
          }
          return true;
        });
    return sums;
  }

  private static int[][] overlap(Evaluation segment, int size) {
    int[][] counts = new int[size][size];
    for (int i = 0; i < size; i++) {
      Bitmap one = segment.users(i);
      counts[i][i] = one.cardinality();
      for (int j = 0; j < i && counts[i][i] > 0; j++) {
        counts[i][j] = counts[j][j] == 0 ? 0 : one.andCount(segment.users(j));
        counts[j][i] = counts[i][j];
      }
    }
    return counts;
  }

  private IntStream allSegments(SegmentQuery query) {
    return IntStream.rangeClosed(0, layout.lastSegment(query.lastOrdinal()));
  }
}
