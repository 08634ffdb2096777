package dev.storefront.acceptance.flashsale.proof;

import java.util.Map;
import java.util.TreeMap;

/** How many units are held at each moment, as the sum of holds that begin and end. */
final class UnitsOverTime {

  private final TreeMap<Long, Long> changes = new TreeMap<>();

  /** Adds a hold from a moment on, and no longer at {@code end}. */
  void add(long from, long end, int units) {
    if (from < end) {
      changes.merge(from, (long) units, Long::sum);
      changes.merge(end, (long) -units, Long::sum);
    }
  }

  /** The same without some of these holds. */
  UnitsOverTime without(UnitsOverTime some) {
    UnitsOverTime rest = new UnitsOverTime();
    rest.changes.putAll(changes);
    some.changes.forEach((time, change) -> rest.changes.merge(time, -change, Long::sum));
    return rest;
  }

  /** The most at any moment from one to another, both included. */
  long most(long from, long to) {
    long level = 0;
    long most = 0;
    for (Map.Entry<Long, Long> change : changes.headMap(to, true).entrySet()) {
      if (change.getKey() > from) {
        most = Math.max(most, level);
      }
      level += change.getValue();
    }
    return Math.max(most, level);
  }

  /** The most at any moment. */
  long most() {
    return most(Long.MIN_VALUE, Exchange.NEVER);
  }
}
