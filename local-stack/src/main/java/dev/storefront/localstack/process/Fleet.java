package dev.storefront.localstack.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Starts and stops many servers, several at once, and tells how it goes. */
public final class Fleet {

  private final Supervisor supervisor;
  private final Progress progress;

  /** Works through that supervisor. */
  public Fleet(Supervisor supervisor, Progress progress) {
    this.supervisor = supervisor;
    this.progress = progress;
  }

  /**
   * Returns once all are ready. Each is started as soon as those that it {@linkplain
   * ManagedServer#startsAfter() starts after} are.
   *
   * @param followersAtOnce how many of those that start after others may be on their way at the
   *     same time, until they {@linkplain ManagedServer#healthy(Runnable) answer}
   * @throws RuntimeException the first failure, after every other server is ready or has failed
   *     too; further ones are suppressed in it
   */
  public void start(List<? extends ManagedServer> servers, int followersAtOnce) {
    Map<String, CompletableFuture<Void>> ready =
        servers.stream()
            .collect(Collectors.toMap(ManagedServer::name, server -> new CompletableFuture<>()));
    Semaphore turns = new Semaphore(followersAtOnce);
    Parallel.run(
        servers.stream().<Runnable>map(server -> () -> startInTurn(server, ready, turns)).toList(),
        servers.size());
  }

  private void startInTurn(
      ManagedServer server, Map<String, CompletableFuture<Void>> ready, Semaphore turns) {
    CompletableFuture<Void> thisOne = Objects.requireNonNull(ready.get(server.name()));
    try {
      for (String other : server.startsAfter()) {
        await(server, ready.getOrDefault(other, CompletableFuture.completedFuture(null)));
      }
      if (server.startsAfter().isEmpty()) {
        start(server, () -> {});
      } else {
        startAsFollower(server, turns);
      }
      thisOne.complete(null);
    } finally {
      // Too late after a success; else those that wait for it need not go on.
      thisOne.cancel(false);
    }
  }

  private void startAsFollower(ManagedServer server, Semaphore turns) {
    try {
      turns.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedStartException(e);
    }
    AtomicBoolean held = new AtomicBoolean(true);
    Runnable release =
        () -> {
          if (held.getAndSet(false)) {
            turns.release();
          }
        };
    try {
      start(server, release);
    } finally {
      release.run();
    }
  }

  private static void await(ManagedServer server, CompletableFuture<Void> other) {
    try {
      other.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedStartException(e);
    } catch (CancellationException | ExecutionException e) {
      throw new IllegalStateException(server.name() + " was not started", e);
    }
  }

  private void start(ManagedServer server, Runnable whenItAnswers) {
    if (supervisor.running(server.name()).isPresent() && server.healthy()) {
      server.nowReady();
      return;
    }
    progress.starting(server.name());
    timed(
        () -> supervisor.ensureReady(server, whenItAnswers),
        took -> progress.ready(server.name(), took),
        took -> progress.failed(server.name(), took));
  }

  /** Returns once none of them runs. */
  public void stop(List<? extends ManagedServer> servers) {
    List<Runnable> stops =
        servers.stream()
            .filter(server -> supervisor.running(server.name()).isPresent())
            .<Runnable>map(server -> () -> stop(server))
            .toList();
    Parallel.run(stops, servers.size());
  }

  private void stop(ManagedServer server) {
    progress.stopping(server.name());
    timed(
        () -> supervisor.stop(server),
        took -> progress.stopped(server.name(), took),
        took -> progress.failed(server.name(), took));
  }

  private static void timed(Runnable step, Consumer<Duration> done, Consumer<Duration> failed) {
    long began = System.nanoTime();
    try {
      step.run();
    } catch (InterruptedStartException e) {
      throw e;
    } catch (RuntimeException e) {
      failed.accept(Duration.ofNanos(System.nanoTime() - began));
      throw e;
    }
    done.accept(Duration.ofNanos(System.nanoTime() - began));
  }
}
