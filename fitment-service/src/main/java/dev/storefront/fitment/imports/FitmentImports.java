package dev.storefront.fitment.imports;

import io.micrometer.core.annotation.Timed;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Takes files in and works them through, one after the other, also after a restart. */
@Component
class FitmentImports implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(FitmentImports.class);
  private static final int STOP_SECONDS = 5;

  private final Spool spool;
  private final ImportTable table;
  private final ImportRun run;
  private final ThreadPoolExecutor worker;
  private volatile boolean running;

  FitmentImports(Spool spool, ImportTable table, ImportRun run, ImportProperties properties) {
    this.spool = spool;
    this.table = table;
    this.run = run;
    this.worker =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(properties.mostWaiting()),
            task -> new Thread(task, "fitment-import"));
  }

  /** Takes the whole file in; its turn comes later. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "take-import"})
  TakeOutcome take(InputStream file) throws IOException {
    if (worker.getQueue().remainingCapacity() == 0) {
      return new TakeOutcome.TooBusy();
    }
    FitmentImport created = FitmentImport.queued(UUID.randomUUID().toString().replace("-", ""));
    if (!spool.take(created.id(), file)) {
      return new TakeOutcome.TooLong();
    }
    try {
      table.save(created, List.of());
      submit(created);
      return new TakeOutcome.Taken(created.id());
    } catch (RejectedExecutionException full) {
      table.end(created.id(), ImportState.FAILED);
      spool.delete(created.id());
      return new TakeOutcome.TooBusy();
    }
  }

  private void submit(FitmentImport queued) {
    worker.execute(
        () -> {
          try {
            run.run(queued);
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** Goes on with what a restart has interrupted. */
  @Override
  public void start() {
    running = true;
    for (String id : spool.ids()) {
      table.find(id).filter(found -> !found.state().isOver()).ifPresent(this::goOn);
    }
  }

  private void goOn(FitmentImport interrupted) {
    try {
      submit(interrupted);
      log.info("Import {} goes on behind line {}", interrupted.id(), interrupted.linesRead());
    } catch (RejectedExecutionException full) {
      log.warn("Import {} has to wait for the next start", interrupted.id());
    }
  }

  @Override
  public void stop() {
    running = false;
    worker.shutdownNow();
    try {
      if (!worker.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        log.warn("An import is still being written; the next start goes on with it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
