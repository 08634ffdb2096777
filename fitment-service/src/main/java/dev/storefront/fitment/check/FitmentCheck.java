package dev.storefront.fitment.check;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.fitment.note.NoteQuestion;
import dev.storefront.fitment.note.SkuNotes;
import dev.storefront.fitment.note.VehicleNotes;
import dev.storefront.fitment.placement.PlacedFit;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.sku.SkuFitments;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Does it fit? One script call per shelf, all shelves at once. What Redis does not have where it
 * should be, MySQL answers, so that lost or moving data never reads as "no data" or "does not fit".
 * That is little, for what is missed is restored; while a Redis node is away it would be all that
 * the node had, so its SKUs are {@link FitStatus#UNAVAILABLE} instead.
 */
@Component
class FitmentCheck {

  private final SkuFitments skus;
  private final PlacedFitments placed;
  private final SkuNotes notes;
  private final MySqlReads mySql;
  private final Counter fromMySql;
  private final Counter unavailable;

  FitmentCheck(
      SkuFitments skus,
      PlacedFitments placed,
      SkuNotes notes,
      MySqlReads mySql,
      MeterRegistry meters) {
    this.skus = skus;
    this.placed = placed;
    this.notes = notes;
    this.mySql = mySql;
    fromMySql = meters.counter("storefront.fitment.checked.skus", "by", "mysql");
    unavailable = meters.counter("storefront.fitment.checked.skus", "by", "nobody");
  }

  /**
   * @param client who asks, by any name: each has its share of MySQL
   * @param offsets of the vehicles, at least one
   * @param skuIds the SKUs, repeats allowed
   * @param withNotes true to tell, from MySQL, what to look at where a SKU fits
   * @return an answer for each SKU, in their order
   * @throws BackendUnavailableException if all of them are {@link FitStatus#UNAVAILABLE}
   */
  @UseCase("check-fitment")
  List<SkuFit> check(String client, int[] offsets, List<Long> skuIds, boolean withNotes) {
    List<SkuFit> fits = check(client, offsets, skuIds);
    return withNotes ? noted(fits, offsets) : fits;
  }

  private List<SkuFit> noted(List<SkuFit> fits, int[] offsets) {
    Map<Long, List<SkuFit>> fitting =
        fits.stream()
            .filter(SkuFit::fitsAny)
            .collect(Collectors.groupingBy(SkuFit::skuId, LinkedHashMap::new, Collectors.toList()));
    List<NoteQuestion> questions =
        fitting.entrySet().stream()
            .map(
                sku ->
                    new NoteQuestion(
                        sku.getKey(), sku.getValue().get(0).fits(), sku.getValue().size()))
            .toList();
    Map<Long, VehicleNotes> found = new HashMap<>();
    if (!questions.isEmpty()
        && !mySql.readNotes(() -> found.putAll(notes.of(questions, offsets)))) {
      fitting.keySet().forEach(skuId -> found.put(skuId, VehicleNotes.untold(offsets.length)));
    }
    return fits.stream().map(fit -> fit.with(found.get(fit.skuId()))).toList();
  }

  private List<SkuFit> check(String client, int[] offsets, List<Long> skuIds) {
    Map<Long, Shelf> known = skus.shelvesKnown(skuIds);
    Set<Long> forgotten = skus.forgotten(skuIds, known);
    Map<Long, Shelf> shelves = forgotten.isEmpty() ? known : new HashMap<>(known);
    Map<Long, SkuFit> answers = new HashMap<>(2 * skuIds.size());
    if (!forgotten.isEmpty()
        && !mySql.read(client, () -> shelves.putAll(skus.shelvesOf(forgotten)))) {
      forgotten.forEach(id -> answers.put(id, SkuFit.unavailable(id, offsets.length)));
    }
    answer(client, offsets, shelves, answers);
    List<SkuFit> fits = new ArrayList<>(skuIds.size());
    for (Long skuId : skuIds) {
      SkuFit fit = answers.get(skuId);
      fits.add(fit == null ? SkuFit.unknown(skuId, offsets.length) : fit);
    }
    requireSome(fits);
    return fits;
  }

  private void requireSome(List<SkuFit> fits) {
    long away = fits.stream().filter(fit -> fit.status() == FitStatus.UNAVAILABLE).count();
    if (away > 0) {
      unavailable.increment(away);
    }
    if (away > 0 && away == fits.size()) {
      throw new BackendUnavailableException(
          "redis", false, new IllegalStateException("none of the SKUs could be looked up"));
    }
  }

  /**
   * Answers for those of the SKUs that have data.
   *
   * @param answers is given these
   */
  void answer(String client, int[] offsets, Map<Long, Shelf> shelves, Map<Long, SkuFit> answers) {
    Map<Long, Shelf> absent = new HashMap<>();
    ask(offsets, shelves)
        .forEach(
            (skuId, fit) -> {
              if (fit.status() == PlacedFit.Status.ABSENT) {
                absent.put(skuId, shelves.get(skuId));
              } else {
                answers.put(skuId, SkuFit.of(skuId, fit));
              }
            });
    if (!absent.isEmpty()) {
      fromMySql.increment(absent.size());
      if (!mySql.read(
          client,
          () -> skus.readMissed(absent, s -> answers.put(s.skuId(), SkuFit.of(s, offsets))))) {
        absent.keySet().forEach(id -> answers.put(id, SkuFit.unavailable(id, offsets.length)));
      }
    }
  }

  private Map<Long, PlacedFit> ask(int[] offsets, Map<Long, Shelf> shelves) {
    Map<Shelf, List<Long>> byShelf = new HashMap<>();
    shelves.forEach(
        (skuId, shelf) -> byShelf.computeIfAbsent(shelf, s -> new ArrayList<>()).add(skuId));
    return placed.check(byShelf, offsets);
  }
}
