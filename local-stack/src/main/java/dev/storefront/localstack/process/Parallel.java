package dev.storefront.localstack.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs steps side by side. */
public final class Parallel {

  private static final int LAST_STEPS_SECONDS = 30;

  private Parallel() {}

  /**
   * Returns once every step has ended; throws the first failure, with the others suppressed in it.
   * Once the caller is interrupted no further step begins.
   */
  public static void run(List<Runnable> steps, int atOnce) {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      awaitAll(steps.stream().<Future<?>>map(threads::submit).toList());
    } finally {
      end(threads);
    }
  }

  private static void awaitAll(List<Future<?>> steps) {
    List<RuntimeException> failures = new ArrayList<>();
    for (Future<?> step : steps) {
      try {
        step.get();
      } catch (ExecutionException e) {
        failures.add(
            e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedStartException(e);
      }
    }
    if (!failures.isEmpty()) {
      RuntimeException first = failures.remove(0);
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  private static void end(ExecutorService threads) {
    boolean interrupted = Thread.interrupted();
    threads.shutdownNow();
    try {
      threads.awaitTermination(LAST_STEPS_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
