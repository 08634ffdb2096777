package dev.storefront.usertag.imports;

import dev.storefront.usertag.tag.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Takes imports in and has them worked through, some at a time, also after a restart. */
@Component
class Imports implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(Imports.class);
  private static final int ID_BYTES = 16;
  private static final int STOP_SECONDS = 5;

  private final Spool spool;
  private final ImportTable table;
  private final ImportRun run;
  private final RandomGenerator ids;
  private final ThreadPoolExecutor workers;

  Imports(
      Spool spool,
      ImportTable table,
      ImportRun run,
      RandomGenerator ids,
      ImportProperties properties) {
    this.spool = spool;
    this.table = table;
    this.run = run;
    this.ids = ids;
    int threads = properties.atATime();
    this.workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(properties.mostWaiting()),
            task -> new Thread(task, "tag-import"));
  }

  /** Takes the whole file in; working it through begins when its turn comes. */
  TakeOutcome take(Tag tag, InputStream file) throws IOException {
    if (workers.getQueue().remainingCapacity() == 0) {
      return new TakeOutcome.TooBusy();
    }
    byte[] id = new byte[ID_BYTES];
    ids.nextBytes(id);
    TagImport created = TagImport.queued(HexFormat.of().formatHex(id), tag.number(), tag.name());
    if (!spool.take(created.id(), file)) {
      return new TakeOutcome.TooLarge(spool.largest());
    }
    return enqueue(created);
  }

  private TakeOutcome enqueue(TagImport created) {
    boolean queued = false;
    try {
      table.add(created);
      submit(created);
      queued = true;
      return new TakeOutcome.Taken(created);
    } catch (RejectedExecutionException full) {
      table.save(created.in(ImportState.FAILED), List.of());
      return new TakeOutcome.TooBusy();
    } finally {
      if (!queued) {
        spool.delete(created.id());
      }
    }
  }

  Optional<TagImport> find(String id) {
    return table.find(id);
  }

  private void submit(TagImport queued) {
    workers.execute(
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
    for (String id : spool.ids()) {
      table.find(id).ifPresent(this::goOn);
    }
  }

  private void goOn(TagImport interrupted) {
    if (interrupted.isOver()) {
      spool.delete(interrupted.id());
      return;
    }
    try {
      submit(interrupted);
      log.info("Import {} goes on at line {}", interrupted.id(), interrupted.linesRead() + 1);
    } catch (RejectedExecutionException full) {
      log.warn("Import {} has to wait for the next start", interrupted.id());
    }
  }

  @Override
  public void stop() {
    workers.shutdownNow();
    try {
      if (!workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        log.warn("An import is still being worked through; the next start goes on with it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return !workers.isShutdown();
  }
}
