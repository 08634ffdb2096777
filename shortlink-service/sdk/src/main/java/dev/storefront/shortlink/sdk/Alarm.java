package dev.storefront.shortlink.sdk;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Wakes somebody up some time later, until it is closed. One call waits at a time. */
final class Alarm {

  private final Runnable work;
  private CompletableFuture<Void> next = CompletableFuture.completedFuture(null);
  private boolean closed;

  /**
   * @param work on a thread of the common pool
   */
  Alarm(Runnable work) {
    this.work = work;
  }

  /** Does nothing while another call waits: whoever is woken up then looks for all. */
  synchronized void in(long millis) {
    if (!closed && next.isDone()) {
      next = new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
      next.thenRunAsync(work);
    }
  }

  /** Nothing of it is left behind. */
  synchronized void close() {
    closed = true;
    next.cancel(false);
  }
}
