package dev.storefront.flashsale.units;

import dev.storefront.flashsale.promotion.AddedUnits;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.springframework.stereotype.Component;

/**
 * What this instance knows of promotions that are sold out, so that who comes for nothing begins no
 * order, and of a hot one looks at no other bucket than the order's. What comes back to another one
 * through another instance is seen after a second; what lies in the order's own at once.
 */
@Component
class SoldOutMarks implements AddedUnits {

  private static final Duration LIFE = Duration.ofSeconds(1);

  /** More, and all buckets are looked at again. */
  private static final int MOST = 10_000;

  /** Counters of releases. Promotions whose ids are a multiple of that apart share one. */
  private static final int COUNTERS = 4_096;

  private final Map<Long, Mark> marks = new ConcurrentHashMap<>();
  private final AtomicLongArray releases = new AtomicLongArray(COUNTERS);
  private final Clock clock;

  SoldOutMarks(Clock clock) {
    this.clock = clock;
  }

  private record Mark(long left, Instant since) {}

  /** How often units of the promotion were released so far, at least, for {@link #set}. */
  long releases(long promotionId) {
    return releases.get(counter(promotionId));
  }

  private static int counter(long promotionId) {
    return Math.floorMod(promotionId, COUNTERS);
  }

  /**
   * Not as many as wanted were left.
   *
   * @param left units left in all buckets together, at most
   * @param since before they were counted
   * @param releasesBefore {@link #releases} before they were counted: what was released since
   *     counts
   */
  void set(long promotionId, long left, Instant since, long releasesBefore) {
    if (marks.size() >= MOST) {
      marks.clear();
    }
    marks.put(promotionId, new Mark(left, since));
    if (releases(promotionId) != releasesBefore) {
      marks.remove(promotionId);
    }
  }

  /** Units were released. */
  void drop(long promotionId) {
    releases.incrementAndGet(counter(promotionId));
    marks.remove(promotionId);
  }

  /** What was added may lie in another bucket than the order's own. */
  @Override
  public void mayBeThere(long promotionId) {
    drop(promotionId);
  }

  /** True if a moment ago there were fewer left than that. */
  boolean has(long promotionId, long quantity) {
    Mark mark = marks.get(promotionId);
    if (mark == null || quantity <= mark.left()) {
      return false;
    }
    Duration age = Duration.between(mark.since(), clock.instant());
    return !age.isNegative() && age.compareTo(LIFE) < 0;
  }
}
