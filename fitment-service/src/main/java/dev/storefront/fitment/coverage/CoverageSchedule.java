package dev.storefront.fitment.coverage;

import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Counts anew, in a thread of its own, when the last count is old enough; one instance does. */
@Component
class CoverageSchedule implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(CoverageSchedule.class);
  private static final long LOOK_EVERY_SECONDS = 5;

  private final CoverageCount count;
  private final CoverageTable table;
  private final CoverageProperties properties;
  private final Clock clock;
  private @Nullable ScheduledExecutorService thread;

  CoverageSchedule(
      CoverageCount count, CoverageTable table, CoverageProperties properties, Clock clock) {
    this.count = count;
    this.table = table;
    this.properties = properties;
    this.clock = clock;
  }

  @Override
  public void start() {
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "fitment-coverage"));
    started.scheduleWithFixedDelay(
        this::countIfDue, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
    thread = started;
  }

  private void countIfDue() {
    try {
      if (table.claim(clock.instant(), properties.every(), properties.longest())) {
        countClaimed();
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.warn("Coverage stays as it was counted last: {}", e.toString());
    }
  }

  private void countClaimed() throws InterruptedException {
    boolean done = false;
    try {
      count.run();
      done = true;
    } finally {
      if (!done) {
        table.release();
      }
    }
  }

  @Override
  public void stop() {
    ScheduledExecutorService stopping = thread;
    thread = null;
    if (stopping == null) {
      return;
    }
    stopping.shutdownNow();
    try {
      stopping.awaitTermination(LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }
}
