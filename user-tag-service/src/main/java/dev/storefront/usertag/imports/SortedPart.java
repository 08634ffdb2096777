package dev.storefront.usertag.imports;

import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** The users of some lines, by segment and tag. Used by one thread. */
final class SortedPart {

  private static final int MOST_KEYS = 50_000;

  /** What an entry of the ledger is about. */
  record Key(int segment, int tag) {}

  private final SegmentLayout layout;
  private final Map<Key, IntStream.Builder> users = new HashMap<>();
  private final Map<Key, EncodedSet> encoded = new HashMap<>();

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

  List<Key> keys() {
    return List.copyOf(users.keySet());
  }

  /** The same whenever it is asked for, for a transaction may be tried again. */
  EncodedSet users(Key key) {
    return encoded.computeIfAbsent(key, this::encode);
  }

  /** Once only: the builder gives what it has once. */
  private EncodedSet encode(Key key) {
    IntStream places = Objects.requireNonNull(users.get(key)).build();
    return EncodedSet.of(places.sorted().distinct().toArray(), layout.segmentBits());
  }
}
