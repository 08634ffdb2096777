package dev.storefront.shortlink.sdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes what waits in a queue, some at a time. */
final class Batches {

  private static final long IDLE_MILLIS = 50;

  private Batches() {}

  /**
   * What waits, and what comes soon after it; nothing if nothing comes for a moment.
   *
   * @param linger how long the first waits for others
   */
  static <T> List<T> next(BlockingQueue<T> queue, int most, Duration linger)
      throws InterruptedException {
    List<T> batch = new ArrayList<>();
    T next = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
    long end = System.nanoTime() + linger.toNanos();
    try {
      while (next != null) {
        batch.add(next);
        queue.drainTo(batch, most - batch.size());
        next =
            batch.size() == most ? null : queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // what was taken is still published
    }
    return batch;
  }
}
