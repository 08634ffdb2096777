package dev.storefront.localstack.process;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

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
   * Returns once all are ready.
   *
   * @param atOnce how many may be on their way at the same time
   * @throws RuntimeException the first failure, after every other server is ready or has failed
   *     too; further ones are suppressed in it
   */
  public void start(List<? extends ManagedServer> servers, int atOnce) {
    Parallel.run(servers.stream().<Runnable>map(server -> () -> start(server)).toList(), atOnce);
  }

  private void start(ManagedServer server) {
    if (supervisor.running(server.name()).isPresent() && server.healthy()) {
      return;
    }
    progress.starting(server.name());
    timed(
        () -> supervisor.ensureReady(server),
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
