package dev.storefront.shortlink.sdk;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leased ids that any number of threads take one by one without waiting for each other. A counter
 * that all of them changed would go from processor to processor with each id; so each share of the
 * ids has a counter of its own, and a thread begins with the share that is its own.
 */
final class Lease {

  /** More than there are processors only cost: an id is looked for in one after the other. */
  private static final int MOST_SHARES =
      Math.min(8, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));

  /** An idle application hands back the rest of each share, and each is a range in the pool. */
  private static final int SMALLEST_SHARE = 250;

  /** In ints: processors fetch up to 128 bytes at a time. */
  private static final int APART = 32;

  private final Terms terms;
  private final long deadlineNanos;
  private final LongSupplier wallClock;
  private final long deadlineMillis;
  private final long renewFromMillis;
  private final long[] ids;
  private final String[] codes;
  private final int shares;
  private final int shareSize;

  /** How many ids of each share, as far apart as processors need it. */
  private final AtomicIntegerArray taken;

  private volatile boolean discarded;

  /** The millisecond of the wall clock in which the monotonic one was read last. */
  private volatile long readAtMillis;

  /**
   * What the service knows a lease by.
   *
   * @param expiresAt its end by the service's clock
   * @param shortUrlPrefix what stands before a code in its short URL
   */
  record Terms(String id, long epoch, Instant expiresAt, String shortUrlPrefix) {}

  /**
   * Leased ids in a row.
   *
   * @param codes one for each id, in order
   */
  record Range(long first, String[] codes) {}

  /**
   * @param deadlineNanos the moment of {@link System#nanoTime} from which on it is not used
   * @param ranges as they were leased: which id comes first is for each thread to say
   */
  Lease(Terms terms, long deadlineNanos, List<Range> ranges) {
    this(terms, deadlineNanos, ranges, System::currentTimeMillis);
  }

  /**
   * @param wallClock milliseconds since 1970. As much time by it ends the lease too: the monotonic
   *     clock stands still while a laptop sleeps. One that jumps ahead costs a new lease.
   */
  Lease(Terms terms, long deadlineNanos, List<Range> ranges, LongSupplier wallClock) {
    this.terms = terms;
    this.deadlineNanos = deadlineNanos;
    int size = ranges.stream().mapToInt(range -> range.codes().length).sum();
    this.ids = new long[size];
    this.codes = new String[size];
    int at = 0;
    for (Range range : ranges) {
      int count = range.codes().length;
      System.arraycopy(range.codes(), 0, codes, at, count);
      for (int n = 0; n < count; n++) {
        ids[at + n] = range.first() + n;
      }
      at += count;
    }
    this.shares = Math.min(MOST_SHARES, Integer.highestOneBit(Math.max(1, size / SMALLEST_SHARE)));
    this.shareSize = (size + shares - 1) / shares;
    this.taken = new AtomicIntegerArray((shares + 1) * APART);
    this.wallClock = wallClock;
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    long millis = wallClock.getAsLong();
    this.readAtMillis = millis - 1;
    this.deadlineMillis = millis + left;
    this.renewFromMillis = deadlineMillis - left / 4;
  }

  Terms terms() {
    return terms;
  }

  /** A link that nobody else got; null if all are taken or the lease has run out. */
  @Nullable FreshLink next() {
    long millis = wallClock.getAsLong();
    if (isOver(millis)) {
      return null;
    }
    int own = (int) Thread.currentThread().getId();
    for (int n = 0; n < shares; n++) {
      int index = takeOf((own + n) & (shares - 1));
      if (index >= 0) {
        return new FreshLink(this, index);
      }
    }
    return null;
  }

  /** The place of an id; negative if there is none left in the share. */
  private int takeOf(int share) {
    int counter = (share + 1) * APART;
    int count = sizeOf(share);
    if (taken.get(counter) < count) {
      int number = taken.getAndIncrement(counter);
      if (number < count) {
        return share * shareSize + number;
      }
    }
    return -1;
  }

  private int sizeOf(int share) {
    return Math.min(shareSize, size() - share * shareSize);
  }

  /** The id in that place of the lease's. */
  long id(int index) {
    return ids[index];
  }

  /** Its code. */
  String code(int index) {
    return codes[index];
  }

  /** True in the last quarter of its time, and later. */
  boolean isEnding() {
    return millisToLastQuarter() == 0;
  }

  /** How long until the last quarter of its time begins; 0 if it has, or the lease is stale. */
  long millisToLastQuarter() {
    return discarded ? 0 : Math.max(0, renewFromMillis - wallClock.getAsLong());
  }

  /** How many ids are left, about. */
  long left() {
    long left = 0;
    for (int share = 0; share < shares; share++) {
      left += Math.max(0, sizeOf(share) - taken.get((share + 1) * APART));
    }
    return left;
  }

  int size() {
    return codes.length;
  }

  /** The service calls it stale. */
  void discard() {
    discarded = true;
  }

  boolean isOver() {
    return isOver(wallClock.getAsLong());
  }

  /** Both clocks count; the monotonic one is read once in a millisecond, for it costs as much. */
  private boolean isOver(long millis) {
    if (discarded || millis >= deadlineMillis) {
      return true;
    }
    if (millis == readAtMillis) {
      return false;
    }
    if (System.nanoTime() - deadlineNanos >= 0) {
      return true;
    }
    readAtMillis = millis;
    return false;
  }
}
