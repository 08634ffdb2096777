package dev.storefront.usertag.imports;

import dev.storefront.usertag.tag.Tag;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  private final String owner;

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
    this.owner = spool.owner(freshId());
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

  private String freshId() {
    byte[] id = new byte[ID_BYTES];
    ids.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /** Takes the whole file in; working it through begins when its turn comes. */
  TakeOutcome take(Tag tag, InputStream file) throws IOException {
    if (workers.getQueue().remainingCapacity() == 0) {
      return new TakeOutcome.TooBusy();
    }
    TagImport created = TagImport.queued(freshId(), tag.number(), tag.name());
    if (!spool.take(created.id(), file)) {
      return new TakeOutcome.TooLarge(spool.largest());
    }
    return enqueue(created);
  }

  private TakeOutcome enqueue(TagImport created) {
    boolean queued = false;
    try {
      table.add(created, owner);
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

  /** Goes on with what a restart has interrupted, and ends what can never go on. */
  @Override
  public void start() {
    spool.deleteParts();
    Set<String> files = new HashSet<>(spool.ids());
    for (TagImport interrupted : table.unfinished(owner)) {
      if (files.remove(interrupted.id())) {
        goOn(interrupted);
      } else {
        table.save(interrupted.in(ImportState.FAILED), List.of());
        log.error(
            "Import {} has lost its file at line {}", interrupted.id(), interrupted.linesRead());
      }
    }
    // What is left belongs to imports that are over, or that nobody was told of.
    files.forEach(spool::delete);
  }

  private void goOn(TagImport interrupted) {
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
