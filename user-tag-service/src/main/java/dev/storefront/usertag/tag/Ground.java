package dev.storefront.usertag.tag;

import dev.storefront.usertag.segment.Edition;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What questions are worked out on.
 *
 * @param numbers the number of each of their tags that exists, by its name
 * @param lastOrdinal the highest that was given to a user, 0 before the first
 * @param readAt before the oldest of that was read, by the ticker of {@link GroundTable}
 * @param seen what those segments told of which an answer has something
 */
public record Ground(
    Map<String, Integer> numbers, long lastOrdinal, long readAt, Set<Edition> seen) {

  /** Of no answer as yet. */
  public Ground(Map<String, Integer> numbers, long lastOrdinal, long readAt) {
    this(numbers, lastOrdinal, readAt, ConcurrentHashMap.newKeySet());
  }

  /** An answer has something of a segment that told this. */
  public void saw(Edition edition) {
    seen.add(edition);
  }
}
