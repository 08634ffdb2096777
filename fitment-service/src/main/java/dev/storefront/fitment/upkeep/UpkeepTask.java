package dev.storefront.fitment.upkeep;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.ShelfRevision;
import dev.storefront.fitment.sku.ShelfUpkeep;
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
  private final ShelfUpkeep upkeep;

  UpkeepTask(Task task, ShelfTask shelves, ShelfUpkeep upkeep) {
    this.task = task;
    this.shelves = shelves;
    this.upkeep = upkeep;
  }

  @Override
  public boolean canWorkOn(Run<UpkeepRequest, UpkeepProgress> run) {
    return run.request().placement().equals(shelves.settings());
  }

  @Override
  public RunOutcome work(ActiveRun<UpkeepRequest, UpkeepProgress> run) {
    List<ShelfRevision> batch = upkeep.after(run.progress().last(), BATCH);
    while (!batch.isEmpty()) {
      workOn(batch, run);
      batch = upkeep.after(run.progress().last(), BATCH);
    }
    return new RunOutcome.Done();
  }

  /** All of them, or those that a moment is enough for. */
  private void workOn(List<ShelfRevision> batch, ActiveRun<UpkeepRequest, UpkeepProgress> run) {
    long begun = System.nanoTime();
    UpkeepProgress now = run.progress();
    List<Difference> found = new ArrayList<>();
    for (ShelfRevision next : batch) {
      Shelf shelf = next.shelf();
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
