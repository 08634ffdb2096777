package dev.storefront.fitment.upkeep;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfFinding;
import dev.storefront.fitment.sku.ShelfRevision;
import dev.storefront.fitment.sku.ShelfUpkeep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Works shelf by shelf; a shelf that is done twice comes out the same. While MySQL is away it
 * waits.
 */
abstract class UpkeepTask implements RunTask<UpkeepRequest, UpkeepProgress> {
  private static final Logger log = LoggerFactory.getLogger(UpkeepTask.class);
  private static final int BATCH = 50;
  private static final long BETWEEN_SAVES_NANOS = Duration.ofSeconds(1).toNanos();

  final ShelfUpkeep upkeep;
  final ClusterRouter router;
  private final PlacementRuns settings;

  UpkeepTask(ShelfUpkeep upkeep, PlacementRuns settings) {
    this.upkeep = upkeep;
    this.router = settings.router();
    this.settings = settings;
  }

  /**
   * Does a shelf.
   *
   * @param found is given what is other in Redis than in MySQL
   */
  abstract Tally step(UpkeepRequest request, Shelf shelf, List<Difference> found);

  @Override
  public boolean canWorkOn(Run<UpkeepRequest, UpkeepProgress> run) {
    return settings.canTake(run, run.request().placement());
  }

  @Override
  public RunOutcome work(ActiveRun<UpkeepRequest, UpkeepProgress> run) {
    if (!settings.areOf(run.request().placement())) {
      return PlacementRuns.CHANGED;
    }
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
      run.check();
      now = now.after(next.shelf(), tryStep(run.request(), next.shelf(), found));
      if (System.nanoTime() - begun > BETWEEN_SAVES_NANOS) {
        break;
      }
    }
    run.save(now, found);
  }

  /**
   * A shelf that cannot be done is counted, so that no single one holds up a run. If MySQL does not
   * answer, none could be done.
   */
  private Tally tryStep(UpkeepRequest request, Shelf shelf, List<Difference> found) {
    try {
      return step(request, shelf, found);
    } catch (DataAccessException | TransactionException e) {
      throw e;
    } catch (BackendUnavailableException e) {
      return Tally.UNREACHED;
    } catch (RuntimeException e) {
      log.warn("{} passes over {}: {}", getClass().getSimpleName(), shelf, e.toString());
      return Tally.UNREACHED;
    }
  }

  /** Writes shelves anew. */
  static final class Rebuild extends UpkeepTask {
    Rebuild(ShelfUpkeep upkeep, PlacementRuns settings) {
      super(upkeep, settings);
    }

    @Override
    Tally step(UpkeepRequest request, Shelf shelf, List<Difference> found) {
      String only = request.cluster();
      if (only != null && !only.equals(router.clusterOf(shelf.group()))) {
        return Tally.LOOKED_AT;
      }
      return switch (upkeep.rebuild(shelf)) {
        case REWRITTEN -> Tally.REWRITTEN;
        case MOVED -> Tally.MOVED;
        case UNREACHED -> Tally.UNREACHED;
      };
    }
  }

  /** Compares shelves, and ends what is found if that was asked for. */
  static final class Check extends UpkeepTask {
    Check(ShelfUpkeep upkeep, PlacementRuns settings) {
      super(upkeep, settings);
    }

    @Override
    Tally step(UpkeepRequest request, Shelf shelf, List<Difference> found) {
      ShelfFinding finding = upkeep.inspect(shelf);
      if (finding.deviations().isEmpty()) {
        return Tally.LOOKED_AT;
      }
      boolean repaired = request.repair() && upkeep.repair(shelf, finding);
      finding.deviations().forEach((at, which) -> found.add(new Difference(shelf, at, which)));
      return repaired ? Tally.REPAIRED : Tally.DIFFERING;
    }
  }
}
