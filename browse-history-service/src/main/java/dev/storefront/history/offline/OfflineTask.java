package dev.storefront.history.offline;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.erasure.ErasedRows;
import dev.storefront.history.offline.OfflineProgress.Current;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/**
 * Orders a job for each step of a run and waits for its end. A step may be ordered twice, after a
 * crash or a failure: each job has a folder and a time stamp of its own, and only the one that is
 * recorded counts.
 */
@Component
class OfflineTask implements RunTask<OfflineRequest, OfflineProgress> {

  private static final Logger log = LoggerFactory.getLogger(OfflineTask.class);

  /** Of a job, before its run fails. */
  static final int MOST_TRIES = 3;

  private static final long SHORTEST_POLL = 100;
  private static final long LONGEST_POLL = 5_000;

  private final FlinkJobs flink;
  private final JobOrders orders;
  private final StepNeeds needs;
  private final OfflineDays days;
  private final AttemptFolders folders;
  private final Archive archive;
  private final ErasedRows erasedRows;
  private final OfflineProperties properties;
  private final TransactionTemplate transaction;
  private final Clock clock;

  OfflineTask(
      FlinkJobs flink,
      JobOrders orders,
      StepNeeds needs,
      OfflineDays days,
      AttemptFolders folders,
      Archive archive,
      ErasedRows erasedRows,
      OfflineProperties properties,
      TransactionTemplate transaction,
      Clock clock) {
    this.flink = flink;
    this.orders = orders;
    this.needs = needs;
    this.days = days;
    this.folders = folders;
    this.archive = archive;
    this.erasedRows = erasedRows;
    this.properties = properties;
    this.transaction = transaction;
    this.clock = clock;
  }

  @Override
  public RunOutcome work(ActiveRun<OfflineRequest, OfflineProgress> run)
      throws InterruptedException {
    if (!properties.hasCluster()) {
      return new RunOutcome.Failed(
          "The offline pipeline works on a Flink cluster, and none is set: locally, ./storefront up"
              + " --flink starts one.");
    }
    if (run.progress().isAtItsBeginning() && !flink.areAvailable()) {
      log.warn("Nothing answers at {}, or {} cannot be read", properties.flink(), properties.jar());
      return new RunOutcome.Failed(
          "No Flink cluster answers, or the jar of its jobs cannot be read: locally, ./storefront"
              + " up --flink starts one.");
    }
    List<OfflineStep> steps = run.request().step().parts();
    while (run.progress().done().size() < steps.size()) {
      OfflineStep step = steps.get(run.progress().done().size());
      Current current = run.progress().current();
      if (current == null) {
        Optional<String> reason = order(run, step);
        if (reason.isPresent()) {
          return new RunOutcome.Failed(reason.get());
        }
        return new RunOutcome.GoesOnIn(nextLook(Duration.ZERO));
      }
      switch (flink.state(current.job())) {
        case UNDER_WAY -> {
          Duration taken = Duration.between(current.startedAt(), clock.instant());
          if (taken.compareTo(properties.longest()) < 0) {
            return new RunOutcome.GoesOnIn(nextLook(taken));
          }
          // It is cancelled before the next one is ordered.
          failed(run, "it took too long.", "longer than " + properties.longest());
        }
        case FINISHED -> finish(run, step, current);
        case UNKNOWN -> failed(run, "Flink does not know it any more.", current.job());
        case FAILED ->
            failed(run, "Flink ended it; the log says why.", flink.failure(current.job()));
      }
    }
    return new RunOutcome.Done();
  }

  /**
   * After a tenth of what a job has taken: nobody waits for a short one, or asks a long one often.
   */
  private static Duration nextLook(Duration taken) {
    return Duration.ofMillis(
        Math.max(SHORTEST_POLL, Math.min(taken.toMillis() / 10, LONGEST_POLL)));
  }

  /**
   * @param detail for the log alone: it may name classes, hosts and paths
   */
  private static void failed(
      ActiveRun<OfflineRequest, OfflineProgress> run, String reason, String detail) {
    log.warn("A job of offline run {} failed: {} ({})", run.id(), reason, detail);
    run.save(run.progress().failed(reason));
  }

  /** Tells why it cannot be ordered, if that is so. */
  private Optional<String> order(ActiveRun<OfflineRequest, OfflineProgress> run, OfflineStep step) {
    LocalDate date = run.request().date();
    if (run.progress().tries() >= MOST_TRIES) {
      return Optional.of(
          "The job of step %s failed %d times, at last because: %s"
              .formatted(step, MOST_TRIES, run.progress().failure()));
    }
    Optional<String> lacking = needs.lacking(date, step);
    if (lacking.isPresent()) {
      if (step != OfflineStep.EXPORT) {
        // Or the schedule, which exports only what is there, would order it at each of its looks.
        days.giveUp(date, step);
      }
      return lacking;
    }
    flink.cancel(orders.prefix(run.id()));
    List<String> left = folders.left(run.id());
    Integer attempt =
        transaction.execute(
            status -> {
              run.save(run.progress().trying());
              int number = days.attempt(date, step);
              folders.add(run.id(), JobOrders.folder(date, step, number));
              return number;
            });
    if (attempt == null) {
      throw new IllegalStateException("There is no attempt without a number");
    }
    JobOrder order = orders.order(run.id(), date, step, attempt, needs.input(date, step), left);
    run.check();
    Instant startedAt = clock.instant();
    String job;
    try {
      job = flink.order(order.mainClass(), order.arguments());
    } catch (RestClientException e) {
      // The same as one that failed later: what it needs may be missing for good.
      failed(run, "Flink did not take it; the log says why.", FlinkJobs.cause(e.toString()));
      return Optional.empty();
    }
    run.save(run.progress().with(new Current(job, order.result(), startedAt)));
    folders.forget(left);
    return Optional.empty();
  }

  /** What a job did counts from here on; an export's watermark once all of its rows are there. */
  private void finish(
      ActiveRun<OfflineRequest, OfflineProgress> run, OfflineStep step, Current current)
      throws InterruptedException {
    Map<String, Long> counts = flink.counts(current.job());
    LocalDate date = run.request().date();
    Instant watermark = run.progress().watermark();
    if (step == OfflineStep.EXPORT) {
      run.check();
      long asOf = OfflineRequest.asOf(date, properties.zone());
      erasedRows.delete(asOf);
      archive.complete(asOf);
      watermark = archive.latestExport().map(e -> Instant.ofEpochMilli(e.watermark())).orElse(null);
    }
    StepReport report =
        new StepReport(
            step,
            current.startedAt(),
            clock.instant(),
            counts.getOrDefault("rowsIn", 0L),
            counts.getOrDefault("rowsOut", 0L),
            counts.getOrDefault("rowsDropped", 0L),
            counts.getOrDefault("usersChanged", 0L));
    run.reach(
        run.progress().after(report, watermark),
        List.of(),
        save ->
            transaction.executeWithoutResult(
                status -> {
                  save.run();
                  days.finish(date, step, current.output());
                }));
  }

  /** Of a run that was cancelled a job may still run; its output does not count. */
  @Override
  public void clear(Run<OfflineRequest, OfflineProgress> over) {
    if (over.progress().current() != null || over.progress().tries() > 0) {
      flink.cancel(orders.prefix(over.id()));
    }
    folders.giveUp(over.id());
  }
}
