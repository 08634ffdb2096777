package dev.storefront.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends requests at a fixed rate, whatever the replies do. A latency counts from the moment at
 * which the request was due, so that a server that stalls cannot hide the requests that had to
 * wait.
 */
public final class OpenLoop {

  /** As many requests are under way at most; further ones wait, and their latencies say so. */
  private static final int CONNECTIONS = 64;

  private static final long LONGEST_SECONDS = 60;
  private static final int GOOD = 200;

  private final int port;
  private final IntFunction<byte[]> requests;

  private OpenLoop(int port, IntFunction<byte[]> requests) {
    this.port = port;
    this.requests = requests;
  }

  /** Asks the same again and again. */
  public static OpenLoop get(int port, String path) {
    byte[] request = Connection.request("GET", path, "");
    return new OpenLoop(port, n -> request);
  }

  /**
   * Posts to a path.
   *
   * @param bodies of JSON, taken in turn
   */
  public static OpenLoop post(int port, String path, List<String> bodies) {
    List<byte[]> all = bodies.stream().map(body -> Connection.request("POST", path, body)).toList();
    return new OpenLoop(port, n -> all.get(n % all.size()));
  }

  /**
   * @param rate requests a second
   * @param length how long to send
   */
  public LoadResult run(int rate, Duration length) {
    return new Run(rate, length).go();
  }

  /** One go at one rate. */
  private final class Run {

    private final int rate;
    private final int total;
    private final long start = System.nanoTime();
    private final Histogram latencies =
        new ConcurrentHistogram(TimeUnit.SECONDS.toMicros(LONGEST_SECONDS), 3);
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong lastEnd = new AtomicLong(start);

    Run(int rate, Duration length) {
      this.rate = rate;
      this.total = Math.toIntExact(rate * length.toMillis() / 1000);
    }

    LoadResult go() {
      List<Thread> senders = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        Thread sender = new Thread(this::send, "sender-" + i);
        sender.start();
        senders.add(sender);
      }
      for (Thread sender : senders) {
        try {
          sender.join();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      double seconds = (lastEnd.get() - start) / 1e9;
      return new LoadResult(rate, (total - failed.get()) / seconds, failed.get(), latencies);
    }

    /** Takes the next request, waits until it is due, and so on; whoever is free takes it. */
    private void send() {
      try (Connection connection = new Connection(port)) {
        for (int n = next.getAndIncrement(); n < total; n = next.getAndIncrement()) {
          long due = start + TimeUnit.SECONDS.toNanos(n) / rate;
          for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
            LockSupport.parkNanos(wait);
          }
          if (connection.exchange(requests.apply(n)) != GOOD) {
            failed.incrementAndGet();
          }
          long end = System.nanoTime();
          latencies.recordValue(
              Math.min(
                  TimeUnit.NANOSECONDS.toMicros(end - due), latencies.getHighestTrackableValue()));
          lastEnd.accumulateAndGet(end, (a, b) -> a - b > 0 ? a : b);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("A measurement cannot go on", e);
      }
    }
  }
}
