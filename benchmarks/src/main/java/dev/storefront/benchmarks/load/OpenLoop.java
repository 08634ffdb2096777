package dev.storefront.benchmarks.load;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends requests at a fixed rate, whatever the replies do. A latency counts from the moment at
 * which the request was due, so that a server that stalls cannot hide the requests that had to
 * wait.
 */
public final class OpenLoop {

  private static final int MOST_UNDER_WAY = 512;
  private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

  private final HttpClient http;
  private final IntFunction<HttpRequest> requests;
  private final Predicate<HttpResponse<byte[]>> isGood;

  /**
   * @param requests the n-th request
   * @param isGood whether a reply is what the request should get
   */
  public OpenLoop(IntFunction<HttpRequest> requests, Predicate<HttpResponse<byte[]>> isGood) {
    this.http =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    this.requests = requests;
    this.isGood = isGood;
  }

  /**
   * @param rate requests a second
   * @param length how long to send
   */
  public LoadResult run(int rate, Duration length) {
    Run run = new Run(rate, length);
    return run.go();
  }

  /** One go at one rate. */
  private final class Run {

    private final int rate;
    private final int total;
    private final Histogram latencies =
        new ConcurrentHistogram(TimeUnit.SECONDS.toMicros(2 * LONGEST_CALL.toSeconds()), 3);
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong lastEnd = new AtomicLong();
    private final Semaphore free = new Semaphore(MOST_UNDER_WAY);

    Run(int rate, Duration length) {
      this.rate = rate;
      this.total = Math.toIntExact(rate * length.toMillis() / 1000);
    }

    LoadResult go() {
      long start = System.nanoTime();
      for (int n = 0; n < total; n++) {
        long due = start + TimeUnit.SECONDS.toNanos(n) / rate;
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
          LockSupport.parkNanos(wait);
        }
        // A full house makes the following requests late, and their latencies say so.
        free.acquireUninterruptibly();
        send(n, due);
      }
      free.acquireUninterruptibly(MOST_UNDER_WAY);
      double seconds = (lastEnd.get() - start) / 1e9;
      return new LoadResult(rate, (total - failed.get()) / seconds, failed.get(), latencies);
    }

    private void send(int n, long due) {
      http.sendAsync(requests.apply(n), BodyHandlers.ofByteArray())
          .orTimeout(LONGEST_CALL.toSeconds(), TimeUnit.SECONDS)
          .whenComplete(
              (reply, error) -> {
                long end = System.nanoTime();
                latencies.recordValue(
                    Math.min(
                        TimeUnit.NANOSECONDS.toMicros(end - due),
                        latencies.getHighestTrackableValue()));
                if (error != null || !isGood.test(reply)) {
                  failed.incrementAndGet();
                }
                lastEnd.accumulateAndGet(end, Math::max);
                free.release();
              });
    }
  }
}
