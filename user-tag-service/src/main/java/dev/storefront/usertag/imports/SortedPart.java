package dev.storefront.usertag.imports;

import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The users of some lines, by segment and tag. Used by one thread. */
final class SortedPart {

  private static final int MOST_KEYS = 50_000;

  /** What an entry of the ledger is about. */
  record Key(int segment, int tag) {}

  private final SegmentLayout layout;
  private final Map<Key, IntStream.Builder> users = new HashMap<>();

  SortedPart(SegmentLayout layout) {
    this.layout = layout;
  }

  /** The same user and tag may come again. */
  void add(long ordinal, int tag) {
    users
        .computeIfAbsent(new Key(layout.segmentOf(ordinal), tag), key -> IntStream.builder())
        .add(layout.offsetOf(ordinal));
  }

  /** Whether it takes so much memory that it should be written away. */
  boolean isLarge() {
    return users.size() >= MOST_KEYS;
  }

  /** Who they are; to be asked once. */
  Map<Key, EncodedSet> sets() {
    Map<Key, EncodedSet> sets = new HashMap<>();
    users.forEach(
        (key, places) ->
            sets.put(
                key,
                EncodedSet.of(places.build().sorted().distinct().toArray(), layout.segmentBits())));
    return sets;
  }
}
