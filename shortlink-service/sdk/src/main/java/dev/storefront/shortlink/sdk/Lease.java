package dev.storefront.shortlink.sdk;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Leased ids that any number of threads take one by one without waiting for each other: a single
 * counter over all ranges.
 */
final class Lease {

  /** What {@link #next} answers when no id is left. */
  static final long NONE = -1;

  private final String id;
  private final long epoch;
  private final long deadlineNanos;
  private final long[] firsts;
  private final long[] ends;
  private final AtomicLong taken = new AtomicLong();

  /** Neighbouring ids, both ends included. */
  record Range(long first, long last) {}

  /**
   * @param deadlineNanos the moment of {@link System#nanoTime} from which on it is not used
   */
  Lease(String id, long epoch, long deadlineNanos, List<Range> ranges) {
    this.id = id;
    this.epoch = epoch;
    this.deadlineNanos = deadlineNanos;
    this.firsts = new long[ranges.size()];
    this.ends = new long[ranges.size()];
    long count = 0;
    for (int i = 0; i < firsts.length; i++) {
      Range range = ranges.get(i);
      firsts[i] = range.first() - count;
      count += range.last() - range.first() + 1;
      ends[i] = count;
    }
  }

  String id() {
    return id;
  }

  long epoch() {
    return epoch;
  }

  /** An id that nobody else got, {@link #NONE} if all are taken or the lease has run out. */
  long next() {
    if (isOver()) {
      return NONE;
    }
    long index = taken.getAndIncrement();
    for (int i = 0; i < ends.length; i++) {
      if (index < ends[i]) {
        return firsts[i] + index;
      }
    }
    return NONE;
  }

  /** How many ids are left, about. */
  long left() {
    return Math.max(0, size() - taken.get());
  }

  long size() {
    return ends.length == 0 ? 0 : ends[ends.length - 1];
  }

  boolean isOver() {
    return System.nanoTime() - deadlineNanos >= 0;
  }
}
