package dev.storefront.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** So many clients at once, each with a connection and a thread of its own. */
public final class Clients {

  private static final long LONGEST_SECONDS = 60;
  private static final int UNPACED = 0;

  private static final int LEAD_IN_SECONDS = 3;

  private final int count;
  private final Caller.Opening opening;

  public Clients(int count, Caller.Opening opening) {
    this.count = count;
    this.opening = opening;
  }

  /** Each calls again as soon as it has its answer, for so long. */
  public LoadResult flatOut(Duration length) {
    return new Run(UNPACED, 0, Integer.MAX_VALUE, length).go();
  }

  /** The same, for so many calls of all together. */
  public LoadResult calls(int total) {
    return new Run(UNPACED, 0, total, Duration.ofDays(1)).go();
  }

  /**
   * Calls at a fixed rate, whatever the replies do. A latency counts from the moment at which the
   * call was due, so that a server that stalls cannot hide the calls that had to wait. Those of the
   * first {@value #LEAD_IN_SECONDS} s count only if they fail: connections are opened then, and
   * caches filled that had nothing to do meanwhile.
   *
   * @param rate calls a second of all together
   * @param length after the first seconds
   */
  public LoadResult at(int rate, Duration length) {
    int leadIn = rate * LEAD_IN_SECONDS;
    int total = Math.toIntExact(leadIn + rate * length.toMillis() / 1000);
    return new Run(rate, leadIn, total, Duration.ofDays(1)).go();
  }

  /** One go. */
  private final class Run {

    private final int rate;
    private final int leadIn;
    private final int total;
    private final long length;
    private final long start = System.nanoTime();
    private final Histogram latencies =
        new ConcurrentHistogram(TimeUnit.SECONDS.toMicros(LONGEST_SECONDS), 3);
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicReference<Exception> fault = new AtomicReference<>();

    /**
     * @param leadIn so many calls come first, whose latencies do not count
     */
    Run(int rate, int leadIn, int total, Duration length) {
      this.rate = rate;
      this.leadIn = leadIn;
      this.total = total;
      this.length = length.toNanos();
    }

    LoadResult go() {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Thread thread = new Thread(this::call, "client-" + i);
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      if (fault.get() != null) {
        throw new IllegalStateException("A measurement cannot go on", fault.get());
      }
      double seconds = (System.nanoTime() - start) / 1e9 - (leadIn == 0 ? 0 : LEAD_IN_SECONDS);
      long made = latencies.getTotalCount();
      return new LoadResult(
          rate == UNPACED ? (int) (made / seconds) : rate,
          (made - failed.get()) / seconds,
          failed.get(),
          latencies);
    }

    /** Takes the next call, waits until it is due, and so on; whoever is free takes it. */
    private void call() {
      try (Caller caller = opening.open()) {
        for (int n = next.getAndIncrement(); n < total && !isOver(); n = next.getAndIncrement()) {
          long due = rate == UNPACED ? System.nanoTime() : awaitTurn(n);
          if (!caller.call()) {
            failed.incrementAndGet();
          }
          if (n >= leadIn) {
            latencies.recordValue(
                Math.min(
                    TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due),
                    latencies.getHighestTrackableValue()));
          }
        }
      } catch (Exception e) {
        fault.compareAndSet(null, e);
      }
    }

    private boolean isOver() {
      return fault.get() != null || System.nanoTime() - start > length;
    }

    private long awaitTurn(int n) {
      long due = start + TimeUnit.SECONDS.toNanos(n) / rate;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      return due;
    }
  }
}
