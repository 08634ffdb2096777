package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Holds everything that is kept about users and tags against everything else. */
@TestComponent
public class Agreement {

  private final JdbcClient database;
  private final TagCatalog tags;
  private final SegmentStore segments;

  Agreement(JdbcClient database, TagCatalog tags, SegmentStore segments) {
    this.database = database;
    this.tags = tags;
    this.segments = segments;
  }

  /** Fails unless database, tag bitmaps, users' bitmaps, known users and counts say the same. */
  public void check() {
    Map<Long, UserMarks> users = users();
    assertThat(users.keySet())
        .as("ordinals were given out")
        .allMatch(ordinal -> ordinal >= 1 && ordinal <= segments.highestOrdinal());
    List<Integer> numbers = tags.numbers().stream().sorted().toList();
    Map<Integer, Long> counted = new HashMap<>();
    for (int segment = 0; segment <= segments.lastSegment(); segment++) {
      check(segment, users, numbers, counted);
    }
    counted.forEach(
        (tag, count) ->
            assertThat(segments.counts(List.of(tag))[0]).as("count of %d", tag).isEqualTo(count));
  }

  private void check(
      int segment, Map<Long, UserMarks> users, List<Integer> numbers, Map<Integer, Long> counted) {
    SegmentLayout layout = segments.layout();
    List<Bitmap> bitmaps = segments.read(segment, numbers, true);
    int blocks = layout.blocks();
    Map<Integer, int[]> tagsByPlace = segments.tagsByPlace(segment, 0, blocks);
    for (int offset = 0; offset < layout.segmentBits(); offset++) {
      long ordinal = layout.ordinalOf(segment, offset);
      assertThat(bitmaps.get(numbers.size()).get(offset))
          .as("user %d is known", ordinal)
          .isEqualTo(users.containsKey(ordinal));
      UserMarks recorded = users.getOrDefault(ordinal, UserMarks.EMPTY);
      List<Integer> has = numbers.stream().filter(recorded::has).toList();
      int place = offset;
      assertThat(
              IntStream.range(0, numbers.size())
                  .filter(i -> bitmaps.get(i).get(place))
                  .mapToObj(numbers::get))
          .as("tags that user %d is among those with", ordinal)
          .isEqualTo(has);
      int[] own = tagsByPlace.getOrDefault(offset, new int[0]);
      assertThat(IntStream.of(own).boxed().filter(numbers::contains))
          .as("own tags of user %d", ordinal)
          .isEqualTo(has);
    }
    for (int i = 0; i < numbers.size(); i++) {
      counted.merge(numbers.get(i), (long) bitmaps.get(i).cardinality(), Long::sum);
    }
    counted.merge(SegmentStore.KNOWN, (long) bitmaps.get(numbers.size()).cardinality(), Long::sum);
  }

  private Map<Long, UserMarks> users() {
    Map<Long, UserMarks> users = new TreeMap<>();
    database
        .sql("SELECT ordinal, tags, marks FROM tagged_user")
        .query(
            row -> {
              users.put(row.getLong("ordinal"), UserTags.marks(row));
            });
    return users;
  }
}
