package dev.storefront.localstack.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Starts many servers, several at once. */
public final class ParallelStart {

  private final Supervisor supervisor;
  private final Progress progress;

  /** Starts through that supervisor and tells the progress. */
  public ParallelStart(Supervisor supervisor, Progress progress) {
    this.supervisor = supervisor;
    this.progress = progress;
  }

  /**
   * Returns once all are ready.
   *
   * @param atOnce how many may be on their way at the same time
   * @throws RuntimeException the first failure, after every other server is ready or has failed
   *     too; further ones are suppressed in it
   */
  public void run(List<? extends ManagedServer> servers, int atOnce) {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce);
    try {
      List<Future<?>> starts = new ArrayList<>();
      servers.forEach(server -> starts.add(threads.submit(() -> start(server))));
      awaitAll(starts);
    } finally {
      threads.shutdownNow();
    }
  }

  private void start(ManagedServer server) {
    long began = System.nanoTime();
    progress.starting(server.name());
    try {
      supervisor.ensureReady(server);
      progress.ready(server.name(), Duration.ofNanos(System.nanoTime() - began));
    } catch (RuntimeException e) {
      progress.failed(server.name(), Duration.ofNanos(System.nanoTime() - began));
      throw e;
    }
  }

  private static void awaitAll(List<Future<?>> starts) {
    List<RuntimeException> failures = new ArrayList<>();
    for (Future<?> start : starts) {
      try {
        start.get();
      } catch (ExecutionException e) {
        failures.add(
            e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while servers start", e);
      }
    }
    if (!failures.isEmpty()) {
      RuntimeException first = failures.remove(0);
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }
}
