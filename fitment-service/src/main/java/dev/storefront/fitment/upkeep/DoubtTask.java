package dev.storefront.fitment.upkeep;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunTask;
import dev.storefront.fitment.placement.Confirmation;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.ShelfRevision;
import dev.storefront.fitment.sku.SkuFitments;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Has the shelves believed again that lie in slots of a Redis that fell back. Nearly all of them
 * are as MySQL has them: comparing the revision is enough for these, as Redis keeps a shelf whole.
 * The others are written anew.
 */
final class DoubtTask implements RunTask<DoubtRequest, UpkeepProgress> {

  private static final int PAGE = 500;

  private final SkuFitments skus;
  private final PlacedFitments placed;
  private final Counter confirmed;
  private final Counter rewritten;

  DoubtTask(SkuFitments skus, PlacedFitments placed, MeterRegistry meters) {
    this.skus = skus;
    this.placed = placed;
    confirmed = meters.counter("storefront.fitment.doubtful.shelves", "outcome", "confirmed");
    rewritten = meters.counter("storefront.fitment.doubtful.shelves", "outcome", "rewritten");
  }

  @Override
  public boolean canWorkOn(Run<DoubtRequest, UpkeepProgress> run) {
    return run.request().placement().equals(placed.settings());
  }

  @Override
  public RunOutcome work(ActiveRun<DoubtRequest, UpkeepProgress> run) throws InterruptedException {
    UpkeepProgress before;
    do {
      before = run.progress();
      run.patiently(() -> repairPage(run));
    } while (!run.progress().equals(before));
    return new RunOutcome.Done();
  }

  private void repairPage(ActiveRun<DoubtRequest, UpkeepProgress> run) {
    Map<String, Long> generations = placed.generations();
    List<ShelfRevision> page = skus.shelfRevisionsAfter(run.progress().last(), PAGE);
    if (!page.isEmpty()) {
      List<Shelf> lost = confirm(run.request(), page, generations);
      int failed = skus.rewrite(lost);
      if (failed > 0) {
        throw new BackendUnavailableException(
            run.request().cluster(), false, new IllegalStateException(failed + " shelves wait"));
      }
      rewritten.increment(lost.size());
      Shelf last = page.get(page.size() - 1).shelf();
      run.save(
          new UpkeepProgress(
              last, run.progress().tally().plus(new Tally(page.size(), lost.size(), 0, 0, 0, 0))));
    }
  }

  /** Gives those that are not what they should be. */
  private List<Shelf> confirm(
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
    List<Shelf> lost = new ArrayList<>();
    asked.forEach(
        (shelf, reply) -> {
          Confirmation confirmation = ScriptRunner.await(reply);
          confirmed.increment(confirmation == Confirmation.CONFIRMED ? 1 : 0);
          if (confirmation == Confirmation.LOST) {
            lost.add(shelf);
          }
        });
    return lost;
  }
}
