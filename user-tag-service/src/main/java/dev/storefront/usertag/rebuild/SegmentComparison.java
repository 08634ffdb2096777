package dev.storefront.usertag.rebuild;

import com.google.common.collect.Lists;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentLayout;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.segment.StoredSets;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tagging.RecordedTags;
import dev.storefront.usertag.tagging.Tagging;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * One comparison of a segment of Redis with the database: its users' own tags, its sets of users
 * and their counts. What differs at first sight may just be changing; it is looked at again with
 * its users locked. Used by one thread.
 */
final class SegmentComparison {

  /** Of 64 KiB each at most. */
  private static final int SETS_PER_CALL = 50;

  private static final int BLOCKS_PER_CALL = 128;
  private static final int MARKS_PER_STEP = 250;

  /** What is more is for the next time. */
  private static final int MOST_DOUBTS = 100_000;

  /** So many that the segment is better built anew. */
  private static final int MANY = 10_000;

  private final SegmentStore segments;
  private final RecordedTags recorded;
  private final int segment;
  private final SegmentLayout layout;
  private final Set<Integer> existing;
  private final Set<Integer> removed;
  private final Map<Integer, IntStream.Builder> users = new HashMap<>();
  private final Set<Mark> doubts = new LinkedHashSet<>();
  private int compared;
  private boolean isMiscounted;

  SegmentComparison(SegmentStore segments, RecordedTags recorded, TagCatalog tags, int segment) {
    this.segments = segments;
    this.recorded = recorded;
    this.segment = segment;
    this.layout = segments.layout();
    this.existing = tags.numbers();
    this.removed = Set.copyOf(tags.removed());
  }

  /**
   * What came of it.
   *
   * @param users how many there are
   * @param repaired marks that were others in Redis
   * @param isLost whether the segment should be built anew
   */
  record Compared(int users, long repaired, boolean isLost) {

    /** It could not be read. */
    static final Compared LOST = new Compared(0, 0, true);
  }

  Compared compare(Tagging tagging) {
    int blocks = layout.blocks();
    for (int block = 0; block < blocks; block += BLOCKS_PER_CALL) {
      compareOwnTags(block, Math.min(BLOCKS_PER_CALL, blocks - block));
    }
    compareSets();
    long repaired = 0;
    for (List<Mark> step : Lists.partition(List.copyOf(doubts), MARKS_PER_STEP)) {
      repaired += tagging.repair(step);
    }
    return new Compared(compared, repaired, isMiscounted || repaired >= MANY);
  }

  private void compareOwnTags(int block, int count) {
    Map<Integer, int[]> own = segments.tagsByPlace(segment, block, count);
    recorded.read(
        layout.ordinalOf(segment, block * SegmentLayout.USERS_PER_BLOCK),
        layout.ordinalOf(segment, (block + count) * SegmentLayout.USERS_PER_BLOCK),
        (ordinal, all) -> {
          int[] tags = Arrays.stream(all).filter(existing::contains).toArray();
          int place = layout.offsetOf(ordinal);
          compared++;
          usersOf(SegmentStore.KNOWN).add(place);
          for (int tag : tags) {
            usersOf(tag).add(place);
          }
          int[] there = own.remove(place);
          differences(tags, there == null ? new int[0] : there).forEach(tag -> doubt(place, tag));
        });
    own.forEach((place, tags) -> Arrays.stream(tags).forEach(tag -> doubt(place, tag)));
  }

  private void compareSets() {
    Set<Integer> all = new TreeSet<>(existing);
    all.add(SegmentStore.KNOWN);
    for (List<Integer> step : Lists.partition(List.copyOf(all), SETS_PER_CALL)) {
      Map<Integer, int[]> there = new HashMap<>();
      for (StoredSets.Stored set : segments.changes(segment, StoredSets.NONE, step).sets()) {
        int[] places = segments.places(segment, set);
        isMiscounted |= places.length != set.users();
        there.put(set.tag(), places);
      }
      for (int tag : step) {
        differences(usersOf(tag).build().toArray(), there.getOrDefault(tag, new int[0]))
            .forEach(place -> doubt(place, tag));
      }
    }
  }

  private IntStream.Builder usersOf(int tag) {
    return users.computeIfAbsent(tag, first -> IntStream.builder());
  }

  private void doubt(int place, int tag) {
    if (doubts.size() < MOST_DOUBTS && !removed.contains(tag)) { // these are being cleared
      doubts.add(new Mark(layout.ordinalOf(segment, place), tag, true));
    }
  }

  /** What is in one of them alone; both ascend. */
  private static IntStream differences(int[] some, int[] others) {
    IntStream.Builder found = IntStream.builder();
    int other = 0;
    for (int one : some) {
      while (other < others.length && others[other] < one) {
        found.add(others[other++]);
      }
      if (other < others.length && others[other] == one) {
        other++;
      } else {
        found.add(one);
      }
    }
    while (other < others.length) {
      found.add(others[other++]);
    }
    return found.build();
  }
}
