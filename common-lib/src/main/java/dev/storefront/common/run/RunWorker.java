package dev.storefront.common.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Works on the runs of a kind between {@link #start} and {@link #stop}. One thread takes runs,
 * keeps their leases and looks after what is over; others work. Made anew for each start.
 */
final class RunWorker<Q, P> {

  private static final Logger log = LoggerFactory.getLogger(RunWorker.class);

  private static final long STOP_SECONDS = 5;
  private static final int POLLS_BETWEEN_TIDYING = 30;
  private static final String GIVEN_UP = "The service could not go on with it.";

  private final RunTools<Q, P> tools;
  private final RunTask<Q, P> task;
  private final Map<Long, Hold> held;
  private final RunMetrics metrics;
  private final String kind;
  private final String owner = UUID.randomUUID().toString();
  private final Semaphore news = new Semaphore(0);
  private final Semaphore places;
  private final ExecutorService workers;
  private final Thread keeper;
  private volatile boolean stopped;
  private int polls;

  RunWorker(RunTools<Q, P> tools, RunTask<Q, P> task, Map<Long, Hold> held, RunMetrics metrics) {
    this.tools = tools;
    this.task = task;
    this.held = held;
    this.metrics = metrics;
    RunKind<Q, P> definition = tools.json().kind();
    this.kind = definition.name();
    this.places = new Semaphore(definition.atATime());
    this.workers =
        Executors.newFixedThreadPool(definition.atATime(), work -> new Thread(work, kind));
    this.keeper = new Thread(this::keep, kind + "-keeper");
  }

  void start() {
    keeper.start();
  }

  /** Says that there may be something to do. */
  void wake() {
    news.release();
  }

  private void keep() {
    while (!stopped) {
      try {
        held.values().stream().filter(Hold::isDueForRenewal).forEach(h -> h.renew(tools.leases()));
        takeAll();
        if (polls++ % POLLS_BETWEEN_TIDYING == 0) {
          tidy();
        }
      } catch (IOException | RuntimeException e) {
        log.warn("Runs of {} wait: {}", kind, e.toString());
      } catch (Error e) {
        log.error("Runs of {} wait", kind, e);
      }
      try {
        news.tryAcquire(tools.properties().poll().toMillis(), TimeUnit.MILLISECONDS);
        news.drainPermits();
      } catch (InterruptedException stopping) {
        return;
      }
    }
  }

  private void takeAll() {
    if (places.availablePermits() == 0) {
      return;
    }
    for (RunRow row : tools.leases().free(kind)) {
      if (stopped || !places.tryAcquire()) {
        return;
      }
      boolean taken = false;
      try {
        taken = take(row);
      } catch (JacksonException | UncheckedIOException e) {
        // Another release or another disk may manage; the runs behind it do not wait.
        log.warn("{} {} is not for this instance: {}", kind, row.id(), e.toString());
      } finally {
        if (!taken) {
          places.release();
        }
      }
    }
  }

  /**
   * Takes a run if it is not lost on this instance, or if it is over and only has to be cleared.
   */
  private boolean take(RunRow seen) {
    if (!seen.state().isOver() && !task.canWorkOn(tools.json().run(seen))) {
      return false;
    }
    long askedAt = System.nanoTime();
    Optional<Lease> lease = tools.leases().claim(kind, seen.id(), owner);
    Optional<RunRow> now = lease.flatMap(claimed -> tools.table().find(kind, seen.id()));
    if (lease.isEmpty() || now.isEmpty()) {
      return false;
    }
    Hold hold = new Hold(lease.get(), tools.properties().lease(), askedAt);
    held.put(seen.id(), hold);
    workers.execute(() -> workAndLetGo(now.get(), hold));
    return true;
  }

  private void workAndLetGo(RunRow row, Hold hold) {
    try {
      work(row, hold);
    } catch (InterruptedException stopping) {
      Thread.interrupted(); // or the database would not be asked
      letGo(hold, Duration.ZERO);
      Thread.currentThread().interrupt();
    } catch (RunLostException e) {
      log.info("{}", e.getMessage());
      letGo(hold, Duration.ZERO);
    } catch (IOException | RuntimeException e) {
      log.warn("{} {} goes on later", kind, row.id(), e);
      letGo(hold, ActiveRun.pauseAfter(row.tries()));
    } finally {
      held.remove(row.id(), hold);
      places.release();
      wake();
    }
  }

  private void work(RunRow row, Hold hold) throws IOException, InterruptedException {
    if (!row.state().isOver()) {
      RunOutcome outcome = outcome(row, hold);
      if (outcome instanceof RunOutcome.GoesOnIn later) {
        tools.leases().postpone(hold.lease(), later.time());
        return;
      }
      end(row, hold, outcome instanceof RunOutcome.Failed failed ? failed.reason() : null);
    }
    Optional<RunRow> over = tools.table().find(kind, row.id());
    over.ifPresent(found -> task.clear(tools.json().run(found)));
    tools.leases().cleared(hold.lease());
  }

  private RunOutcome outcome(RunRow row, Hold hold) throws IOException, InterruptedException {
    if (row.tries() > ActiveRun.MOST_TRIES) {
      return new RunOutcome.Failed(GIVEN_UP);
    }
    try {
      return task.work(tools.active(row, hold));
    } catch (RunExhaustedException e) {
      log.error("{} {} ends before its end", kind, row.id(), e);
      return new RunOutcome.Failed(GIVEN_UP);
    } catch (IOException | RuntimeException e) {
      if (stopped) {
        log.info("{} {} goes on later: {}", kind, row.id(), e.toString());
        throw new InterruptedException();
      }
      throw e;
    }
  }

  private void end(RunRow row, Hold hold, @Nullable String failure) {
    RunState state = failure == null ? RunState.DONE : RunState.FAILED;
    if (!tools.leases().end(hold.lease(), state, failure)) {
      throw hold.lost();
    }
    metrics.ended(state);
    log.info("{} {} is {}{}", kind, row.id(), state, failure == null ? "" : ": " + failure);
  }

  /** If that fails too, the lease runs out. */
  private void letGo(Hold hold, Duration after) {
    try {
      tools.leases().release(hold.lease(), after);
    } catch (RuntimeException e) {
      log.info("Run {} goes on once its lease is over: {}", hold.lease().runId(), e.toString());
    }
  }

  private void tidy() throws IOException {
    metrics.saw(tools.table().open(kind), tools.table().oldest(kind));
    int forgotten = tools.table().forget(kind, tools.properties().kept());
    if (forgotten > 0) {
      log.info("{} old runs of {} are forgotten", forgotten, kind);
    }
    task.tidy(tools.json().runs(tools.table().pending(kind)));
  }

  /** Gives up in an orderly way: whoever is free goes on at once. */
  void stop() {
    stopped = true;
    wake();
    workers.shutdownNow();
    try {
      keeper.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS) / 2);
      if (!workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        log.warn("A run of {} does not stop; another instance goes on with it", kind);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Hold hold : held.values()) {
      hold.lost(); // before another instance may have it
      letGo(hold, Duration.ZERO);
    }
    held.clear();
  }
}
