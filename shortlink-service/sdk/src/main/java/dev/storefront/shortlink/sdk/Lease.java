package dev.storefront.shortlink.sdk;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Leased ids that any number of threads take one by one without waiting for each other: a single
 * counter over all ranges.
 */
final class Lease {

  /** What {@link #next} answers when no id is left. */
  static final long NONE = -1;

  private final Terms terms;
  private final long deadlineNanos;
  private final List<Range> ranges;
  private final long[] firsts;
  private final long[] ends;
  private final AtomicLong taken = new AtomicLong();

  /**
   * What the service knows a lease by.
   *
   * @param expiresAt its end by the service's clock
   * @param shortUrlPrefix what stands before a code in its short URL
   */
  record Terms(String id, long epoch, Instant expiresAt, String shortUrlPrefix) {}

  /**
   * Neighbouring ids, both ends included.
   *
   * @param codes of each id, in their order
   */
  record Range(long first, long last, List<String> codes) {}

  /**
   * @param deadlineNanos the moment of {@link System#nanoTime} from which on it is not used
   */
  Lease(Terms terms, long deadlineNanos, List<Range> ranges) {
    this.terms = terms;
    this.deadlineNanos = deadlineNanos;
    this.ranges = ranges;
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

  Terms terms() {
    return terms;
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

  /** The link of one of its ids. */
  ShortLink link(long id) {
    for (Range range : ranges) {
      if (range.first() <= id && id <= range.last()) {
        String code = range.codes().get((int) (id - range.first()));
        return new ShortLink(id, code, terms.shortUrlPrefix() + code);
      }
    }
    throw new IllegalArgumentException("not an id of this lease: " + id);
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
