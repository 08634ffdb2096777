package dev.storefront.fitment.upkeep;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.SkuFitments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Works shelf by shelf; a shelf that is done twice comes out the same. While MySQL is away it
 * waits.
 */
final class UpkeepTask implements RunTask<UpkeepRequest, UpkeepProgress> {

  private static final int BATCH = 50;
  private static final long BETWEEN_SAVES_NANOS = Duration.ofSeconds(1).toNanos();

  private final Task task;
  private final ShelfTask shelves;
  private final SkuFitments skus;

  UpkeepTask(Task task, ShelfTask shelves, SkuFitments skus) {
    this.task = task;
    this.shelves = shelves;
    this.skus = skus;
  }

  @Override
  public boolean canWorkOn(Run<UpkeepRequest, UpkeepProgress> run) {
    return run.request().placement().equals(shelves.settings());
  }

  @Override
  public RunOutcome work(ActiveRun<UpkeepRequest, UpkeepProgress> run) {
    List<Shelf> batch = skus.shelvesAfter(run.progress().last(), BATCH);
    while (!batch.isEmpty()) {
      workOn(batch, run);
      batch = skus.shelvesAfter(run.progress().last(), BATCH);
    }
    return new RunOutcome.Done();
  }

  /** All of them, or those that a moment is enough for. */
  private void workOn(List<Shelf> batch, ActiveRun<UpkeepRequest, UpkeepProgress> run) {
    long begun = System.nanoTime();
    UpkeepProgress now = run.progress();
    List<Difference> found = new ArrayList<>();
    for (Shelf shelf : batch) {
      run.check();
      Step step = shelves.step(task, run.request(), shelf);
      now = now.after(shelf, step.tally());
      found.addAll(step.differences());
      if (System.nanoTime() - begun > BETWEEN_SAVES_NANOS) {
        break;
      }
    }
    run.save(now, found);
  }
}
