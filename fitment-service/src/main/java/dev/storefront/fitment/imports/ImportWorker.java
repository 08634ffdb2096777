package dev.storefront.fitment.imports;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Works through the imports whose files are here, one after the other: new ones, and those that
 * this or another instance has left when it ended.
 */
@Component
class ImportWorker implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(ImportWorker.class);

  private static final long STOP_MILLIS = 5_000;
  private static final long POLL_MILLIS = 1_000;
  private static final int CANDIDATES = 100;

  private final Spool spool;
  private final ImportTable table;
  private final ImportLeases leases;
  private final Map<ImportFormat, ImportRun> runs;
  private final ImportProperties properties;
  private final Semaphore news = new Semaphore(0);
  private volatile @Nullable Thread thread;

  ImportWorker(
      Spool spool,
      ImportTable table,
      ImportLeases leases,
      List<ImportRun> runs,
      ImportProperties properties) {
    this.spool = spool;
    this.table = table;
    this.leases = leases;
    this.runs = runs.stream().collect(Collectors.toMap(ImportRun::format, Function.identity()));
    this.properties = properties;
  }

  /** Says that there is a new import. */
  void wake() {
    news.release();
  }

  @Override
  public void start() {
    Thread worker = new Thread(this::work, "fitment-import");
    thread = worker;
    worker.start();
  }

  private void work() {
    while (!isStopped()) {
      try {
        if (!runNext()) {
          news.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS);
          news.drainPermits();
        }
      } catch (InterruptedException stopping) {
        return;
      } catch (IOException | RuntimeException e) {
        log.warn("Imports wait: {}", e.toString());
        pause();
      }
    }
  }

  /** True once this thread has been told to stop, also if another one was started since. */
  private boolean isStopped() {
    return thread != Thread.currentThread();
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean runNext() throws IOException, InterruptedException {
    table.endAbandoned(properties.abandonedAfter());
    tidy();
    for (String id : leases.unclaimed(CANDIDATES)) {
      Lease lease = leases.of(id);
      if (spool.has(id) && leases.claim(lease)) {
        Optional<FitmentImport> claimed = table.find(id);
        if (claimed.isPresent()) {
          run(claimed.get(), lease);
          return true;
        }
      }
    }
    return false;
  }

  /** What an import leaves is removed once it is over, and not only by who ended it. */
  private void tidy() throws IOException {
    runs.values().forEach(run -> run.tidy(table::isOver));
    spool.tidy(table::isOver);
  }

  private void run(FitmentImport started, Lease lease) throws InterruptedException {
    String id = started.id();
    log.info("Import {} goes on behind record {}", id, started.progress().records());
    try {
      String failure = failure(started, lease);
      ImportState end = failure.isEmpty() ? ImportState.COMPLETED : ImportState.FAILED;
      Checkpoints.patiently(() -> table.end(lease, end, failure));
      spool.delete(id);
      log.info("Import {} is {} {}", id, end, failure);
    } catch (Lease.LostException e) {
      log.warn("{}", e.getMessage());
    }
  }

  /**
   * Works it through; why that failed, or nothing.
   *
   * @throws InterruptedException if the worker was told to stop, whatever that made fail
   */
  private String failure(FitmentImport started, Lease lease) throws InterruptedException {
    try {
      runOf(started).run(started, lease);
      return "";
    } catch (Lease.LostException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      if (isStopped()) {
        log.info("Import {} goes on later: {}", started.id(), e.toString());
        throw new InterruptedException();
      }
      return reason(started, e);
    }
  }

  private static String reason(FitmentImport ended, Exception cause) {
    if (cause instanceof UnreadableFileException) {
      return String.valueOf(cause.getMessage());
    }
    log.error("Import {} ends before its end", ended.id(), cause);
    return "The service could not go on with it.";
  }

  private ImportRun runOf(FitmentImport started) {
    ImportRun run = runs.get(started.format());
    if (run == null) {
      throw new IllegalStateException("No way to work through " + started.format());
    }
    return run;
  }

  @Override
  public void stop() {
    Thread worker = thread;
    thread = null;
    if (worker == null) {
      return;
    }
    worker.interrupt();
    try {
      worker.join(STOP_MILLIS);
      leases.releaseAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.info("Imports under way go on once their leases are over: {}", e.toString());
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }
}
