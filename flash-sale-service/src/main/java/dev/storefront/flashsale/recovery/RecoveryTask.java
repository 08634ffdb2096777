package dev.storefront.flashsale.recovery;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.flashsale.barrier.LedgerPositions;
import dev.storefront.flashsale.recovery.RecoveryProgress.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Works on a recovery pass by pass over its promotions: a few are advanced at once, in turn. */
@Component
class RecoveryTask implements RunTask<RecoveryRequest, RecoveryProgress>, DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(RecoveryTask.class);
  private static final int PAGE = 200;
  private static final int AT_ONCE = 4;
  private static final Duration BETWEEN_PASSES = Duration.ofMillis(200);

  private final RecoveryTable table;
  private final RecoverySteps steps;
  private final LedgerPositions positions;
  private final TransactionTemplate transaction;
  private final ExecutorService workers =
      Executors.newFixedThreadPool(AT_ONCE, work -> new Thread(work, "rebuild"));

  RecoveryTask(
      RecoveryTable table,
      RecoverySteps steps,
      LedgerPositions positions,
      TransactionTemplate transaction) {
    this.table = table;
    this.steps = steps;
    this.positions = positions;
    this.transaction = transaction;
  }

  @Override
  public RunOutcome work(ActiveRun<RecoveryRequest, RecoveryProgress> run)
      throws InterruptedException {
    RecoveryRun shared = new RecoveryRun(run, transaction);
    Wait worst = null;
    List<RecoveryPromotion> page = table.unfinished(run.id(), 0, PAGE);
    while (!page.isEmpty()) {
      worst =
          Stream.concat(Stream.ofNullable(worst), advance(shared, page).stream())
              .max(Comparator.naturalOrder())
              .orElse(null);
      page = table.unfinished(run.id(), page.get(page.size() - 1).promotionId(), PAGE);
    }
    if (table.unfinished(run.id(), 0, 1).isEmpty()) {
      return outcome(run);
    }
    if (worst != run.progress().waitingFor()) {
      run.save(run.progress().waits(worst));
    }
    replay(run);
    return new RunOutcome.GoesOnIn(BETWEEN_PASSES);
  }

  /** Tells how far the replay is that was asked for; it is not the run's, and outlives it. */
  private void replay(ActiveRun<RecoveryRequest, RecoveryProgress> run) {
    if (run.request().replayFrom() == null || run.progress().isReplayed()) {
      return;
    }
    LedgerPositions.Replay replay = positions.replay();
    RecoveryProgress now = run.progress().replayed(replay.replayed(), replay.from() == null);
    if (!now.equals(run.progress())) {
      run.save(now);
    }
  }

  private static RunOutcome outcome(ActiveRun<RecoveryRequest, RecoveryProgress> run) {
    int failed = run.progress().failed();
    return failed == 0
        ? new RunOutcome.Done()
        : new RunOutcome.Failed(
            "%d of %d promotions stay closed".formatted(failed, run.request().promotions()));
  }

  /** What they wait for. */
  private List<Wait> advance(RecoveryRun run, List<RecoveryPromotion> promotions)
      throws InterruptedException {
    List<Callable<Optional<Wait>>> all =
        promotions.stream()
            .<Callable<Optional<Wait>>>map(promotion -> () -> advance(run, promotion))
            .toList();
    List<Wait> waits = new ArrayList<>();
    for (Future<Optional<Wait>> step : workers.invokeAll(all)) {
      try {
        step.get().ifPresent(waits::add);
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    run.check();
    return waits;
  }

  /** What goes wrong with one does not keep the others waiting. */
  private Optional<Wait> advance(RecoveryRun run, RecoveryPromotion promotion)
      throws InterruptedException {
    try {
      return steps.advance(run, promotion);
    } catch (RuntimeException e) {
      log.warn("Promotion {} is left for now: {}", promotion.promotionId(), e.toString());
      return Optional.empty();
    }
  }

  /** What is closed stays so, until the next recovery. */
  @Override
  public void clear(Run<RecoveryRequest, RecoveryProgress> over) {
    table.giveUp(over.id(), "The recovery ended before");
  }

  @Override
  public void destroy() {
    workers.shutdownNow();
  }
}
