package dev.storefront.usertag.tag;

import dev.storefront.usertag.segment.Edition;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What questions are worked out on, and what those segments told of which an answer is. */
public final class Ground {

  private final Map<String, Integer> numbers;
  private final long lastOrdinal;
  private final long readAt;
  private final Set<Edition> seen = ConcurrentHashMap.newKeySet();

  /**
   * Of no answer as yet.
   *
   * @param readAt before the oldest of the others was read, by the ticker of {@link GroundTable}
   */
  public Ground(Map<String, Integer> numbers, long lastOrdinal, long readAt) {
    this.numbers = Map.copyOf(numbers);
    this.lastOrdinal = lastOrdinal;
    this.readAt = readAt;
  }

  /** The number of each of the tags that exists, by its name. */
  public Map<String, Integer> numbers() {
    return numbers;
  }

  /** The highest that was given to a user, 0 before the first. */
  public long lastOrdinal() {
    return lastOrdinal;
  }

  /** An answer has something of a segment that told this. Several threads may say so. */
  public void saw(Edition edition) {
    seen.add(edition);
  }

  long readAt() {
    return readAt;
  }

  Set<Edition> seen() {
    return seen;
  }
}
