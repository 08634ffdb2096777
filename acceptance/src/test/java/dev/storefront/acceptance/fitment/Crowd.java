package dev.storefront.acceptance.fitment;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does many things, a few at a time. */
final class Crowd {

  private static final int AT_ONCE = 4;

  private Crowd() {}

  /** Returns what each came to, in their order. */
  static <T> List<T> each(Collection<? extends Callable<T>> things) {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      return threads.invokeAll(things).stream().map(Crowd::outcome).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T outcome(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
