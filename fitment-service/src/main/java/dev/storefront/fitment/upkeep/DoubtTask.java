package dev.storefront.fitment.upkeep;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.fitment.placement.Confirmation;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.ShelfRevision;
import dev.storefront.fitment.sku.ShelfUpkeep;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the shelves believed again that lie in slots of a Redis that fell back. Nearly all of them
 * are as MySQL has them: comparing the revision is enough for these, as Redis keeps a shelf whole.
 * The others are written anew.
 */
final class DoubtTask implements RunTask<DoubtRequest, UpkeepProgress> {

  private static final Logger log = LoggerFactory.getLogger(DoubtTask.class);

  private static final int PAGE = 500;

  /** Longer than a node is left alone that did not answer. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final ShelfUpkeep upkeep;
  private final PlacedFitments placed;
  private final PlacementRuns settings;
  private final Counter confirmed;
  private final Counter rewritten;

  DoubtTask(
      ShelfUpkeep upkeep, PlacedFitments placed, PlacementRuns settings, MeterRegistry meters) {
    this.upkeep = upkeep;
    this.placed = placed;
    this.settings = settings;
    confirmed = meters.counter("storefront.fitment.doubtful.shelves", "outcome", "confirmed");
    rewritten = meters.counter("storefront.fitment.doubtful.shelves", "outcome", "rewritten");
  }

  @Override
  public boolean canWorkOn(Run<DoubtRequest, UpkeepProgress> run) {
    return settings.canTake(run, run.request().placement());
  }

  @Override
  public RunOutcome work(ActiveRun<DoubtRequest, UpkeepProgress> run) {
    if (!settings.areOf(run.request().placement())) {
      return PlacementRuns.CHANGED;
    }
    List<ShelfRevision> page;
    do {
      run.check();
      page = repairPage(run);
    } while (!page.isEmpty());
    long waiting = run.progress().tally().unreached();
    return waiting == 0 ? new RunOutcome.Done() : beginAnew(run, waiting);
  }

  /**
   * Comes back to those that could not be repaired: the others are believed by then, which is soon
   * said. Meanwhile the runs of other nodes have the thread.
   */
  private static RunOutcome beginAnew(ActiveRun<DoubtRequest, UpkeepProgress> run, long waiting) {
    log.warn("{} shelves of {} wait for their repair", waiting, run.request().cluster());
    run.save(UpkeepProgress.NONE);
    return new RunOutcome.GoesOnIn(PAUSE);
  }

  private List<ShelfRevision> repairPage(ActiveRun<DoubtRequest, UpkeepProgress> run) {
    Map<String, Long> generations = settings.router().generations();
    List<ShelfRevision> page = upkeep.after(run.progress().last(), PAGE);
    if (!page.isEmpty()) {
      Tally tally = repair(page.size(), ask(run.request(), page, generations));
      run.save(run.progress().after(page.get(page.size() - 1).shelf(), tally));
    }
    return page;
  }

  /**
   * @param done how many were looked at to find these
   */
  private Tally repair(int done, Map<Shelf, CompletableFuture<Confirmation>> asked) {
    List<Shelf> lost = new ArrayList<>();
    int unreached = 0;
    for (Map.Entry<Shelf, CompletableFuture<Confirmation>> reply : asked.entrySet()) {
      try {
        Confirmation confirmation = ScriptRunner.await(reply.getValue());
        confirmed.increment(confirmation == Confirmation.CONFIRMED ? 1 : 0);
        if (confirmation == Confirmation.LOST) {
          lost.add(reply.getKey());
        }
      } catch (RuntimeException e) {
        log.debug("{} stays in doubt for now", reply.getKey(), e);
        unreached++;
      }
    }
    int failed = upkeep.rewrite(lost);
    rewritten.increment(lost.size() - failed);
    return new Tally(done, lost.size() - failed, 0, 0, 0, unreached + failed);
  }

  private Map<Shelf, CompletableFuture<Confirmation>> ask(
      DoubtRequest request, List<ShelfRevision> page, Map<String, Long> generations) {
    Map<Shelf, CompletableFuture<Confirmation>> asked = new LinkedHashMap<>();
    for (ShelfRevision shelf : page) {
      if (shelf.cluster().equals(request.cluster())
          && placed.isIn(request.slots(), shelf.shelf())) {
        asked.put(
            shelf.shelf(),
            placed.confirm(shelf.shelf(), shelf.cluster(), shelf.revision(), generations));
      }
    }
    return asked;
  }
}
