package dev.storefront.shortlink.click;

import java.util.SortedMap;
import java.util.TreeMap;

/** Clicks of a batch, added up by code and generation. */
final class ClickTally {

  private final SortedMap<Key, Count> counts = new TreeMap<>();

  record Key(String code, int generation) implements Comparable<Key> {

    /** One order for all writers, so that they never wait for each other in a circle. */
    @Override
    public int compareTo(Key other) {
      int byCode = code.compareTo(other.code);
      return byCode != 0 ? byCode : Integer.compare(generation, other.generation);
    }
  }

  record Count(long clicks, long lastClickedAt) {

    Count plus(Count other) {
      return new Count(clicks + other.clicks, Math.max(lastClickedAt, other.lastClickedAt));
    }
  }

  void add(ClickEvent click) {
    counts.merge(
        new Key(click.code(), click.generation()), new Count(1, click.clickedAt()), Count::plus);
  }

  SortedMap<Key, Count> counts() {
    return counts;
  }
}
