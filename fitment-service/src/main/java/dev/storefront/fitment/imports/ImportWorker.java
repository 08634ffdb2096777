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
    while (isRunning()) {
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

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean runNext() throws IOException, InterruptedException {
    table.endAbandoned(properties.abandonedAfter());
    spool.tidy(id -> table.find(id).map(found -> found.state().isOver()).orElse(true));
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

  private void run(FitmentImport started, Lease lease) throws InterruptedException {
    String id = started.id();
    log.info("Import {} goes on behind record {}", id, started.progress().records());
    try {
      String failure = failure(started, lease);
      ImportState end = failure.isEmpty() ? ImportState.COMPLETED : ImportState.FAILED;
      runOf(started).tidy(id);
      Checkpoints.patiently(() -> table.end(lease, end, failure));
      spool.delete(id);
      log.info("Import {} is {} {}", id, end, failure);
    } catch (Lease.LostException e) {
      log.warn("{}", e.getMessage());
    }
  }

  /** Works it through; why that failed, or nothing. */
  private String failure(FitmentImport started, Lease lease) throws InterruptedException {
    try {
      runOf(started).run(started, lease);
      return "";
    } catch (Lease.LostException e) {
      throw e;
    } catch (UnreadableFileException e) {
      return String.valueOf(e.getMessage());
    } catch (IOException | RuntimeException e) {
      log.error("Import {} ends before its end", started.id(), e);
      return "The service could not go on with it.";
    }
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
