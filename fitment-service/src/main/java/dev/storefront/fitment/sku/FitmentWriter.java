package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.SkuFitment;
import io.micrometer.core.annotation.Timed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes what a SKU fits: first in MySQL, under the SKU's row lock and with a new version, then in
 * Redis. When Redis fails, the caller is told so and {@link PlacementRepair} goes on.
 */
@Component
class FitmentWriter {

  private final FitmentRepository fitments;
  private final UnplacedRepository unplaced;
  private final FitmentPlacer placer;
  private final SkuGroups groups;
  private final TransactionTemplate transaction;

  FitmentWriter(
      FitmentRepository fitments,
      UnplacedRepository unplaced,
      FitmentPlacer placer,
      SkuGroups groups,
      TransactionTemplate transaction) {
    this.fitments = fitments;
    this.unplaced = unplaced;
    this.placer = placer;
    this.groups = groups;
    this.transaction = transaction;
  }

  /** Replaces all that is known of a SKU. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "replace-fitment"})
  SkuFitment replace(NewFitment fitment) {
    Placing placing = transaction.execute(status -> saveReplaced(fitment));
    place(List.of(placing));
    return placing.fitment();
  }

  /** Replaces all that is known of some dozens of SKUs, each given once. */
  void replaceAll(List<NewFitment> some) {
    // In one order always, so that two of these never wait for each other's locks.
    List<NewFitment> sorted =
        some.stream().sorted(Comparator.comparingLong(NewFitment::skuId)).toList();
    place(transaction.execute(status -> sorted.stream().map(this::saveReplaced).toList()));
  }

  /**
   * Adds vehicles and removes others.
   *
   * @return empty if nothing is known of the SKU
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "change-fitment"})
  Optional<SkuFitment> change(long skuId, int[] addOffsets, int[] removeOffsets) {
    Optional<Placing> changed =
        transaction.execute(status -> saveChanged(skuId, addOffsets, removeOffsets));
    changed.ifPresent(placing -> place(List.of(placing)));
    return changed.map(Placing::fitment);
  }

  private Placing saveReplaced(NewFitment fitment) {
    SkuFitment before = fitments.lockOrCreate(fitment);
    fitments.saveSku(fitment);
    SkuFitment after =
        new SkuFitment(
            fitment.skuId(),
            fitment.group(),
            before.version() + 1,
            fitment.universal(),
            fitment.vehicles(),
            Math.max(before.segmentSpan(), fitment.vehicles().segmentSpan()));
    return save(
        new Placing(
            after, before.group().equals(after.group()) ? Set.of() : Set.of(before.group())));
  }

  private Optional<Placing> saveChanged(long skuId, int[] addOffsets, int[] removeOffsets) {
    return fitments
        .lock(skuId)
        .map(
            before -> {
              VehicleSet vehicles = before.vehicles();
              for (int offset : addOffsets) {
                vehicles.add(offset);
              }
              for (int offset : removeOffsets) {
                vehicles.remove(offset);
              }
              SkuFitment after =
                  new SkuFitment(
                      skuId,
                      before.group(),
                      before.version() + 1,
                      before.universal(),
                      vehicles,
                      Math.max(before.segmentSpan(), vehicles.segmentSpan()));
              return save(new Placing(after, Set.of()));
            });
  }

  private Placing save(Placing placing) {
    fitments.saveVehicles(placing.fitment());
    unplaced.add(placing);
    return placing;
  }

  private void place(List<Placing> placings) {
    placings.stream()
        .map(Placing::fitment)
        .forEach(fitment -> groups.saw(fitment.skuId(), Optional.of(fitment.group())));
    placer
        .place(placings)
        .values()
        .forEach(
            failure -> {
              throw failure;
            });
  }
}
