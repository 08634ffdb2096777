package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Place;
import io.micrometer.core.annotation.Timed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes what SKUs fit: first in MySQL, under the locks of the SKUs and then of their groups, then
 * in Redis. When Redis fails, the caller is told so and {@link PlacementRepair} goes on.
 */
@Component
class FitmentWriter {

  private final FitmentRepository fitments;
  private final ShelfRepository shelves;
  private final ShelfPlacer placer;
  private final SkuShelves known;
  private final TransactionTemplate transaction;

  FitmentWriter(
      FitmentRepository fitments,
      ShelfRepository shelves,
      ShelfPlacer placer,
      SkuShelves known,
      TransactionTemplate transaction) {
    this.fitments = fitments;
    this.shelves = shelves;
    this.placer = placer;
    this.known = known;
    this.transaction = transaction;
  }

  /** Replaces all that is known of a SKU. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "replace-fitment"})
  SkuFitment replace(NewFitment fitment) {
    return write(() -> replaced(List.of(fitment))).get(0).after();
  }

  /**
   * Replaces all that is known of SKUs, each given once; each of their shelves is placed once.
   *
   * @param work is done in the same transaction
   */
  void replaceAll(List<NewFitment> some, Runnable work) {
    // In one order always, so that two of these never wait for each other's locks.
    List<NewFitment> sorted =
        some.stream().sorted(Comparator.comparingLong(NewFitment::skuId)).toList();
    write(
        () -> {
          List<SkuChange> changes = replaced(sorted);
          work.run();
          return changes;
        });
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
    return write(() -> changed(skuId, addOffsets, removeOffsets)).stream()
        .map(SkuChange::after)
        .findFirst();
  }

  private List<SkuChange> replaced(List<NewFitment> some) {
    Map<Long, SkuFitment> before = fitments.lockOrCreate(some);
    shelves.lock(Stream.concat(some.stream().map(NewFitment::group), groupsOf(before)));
    Map<Group, BitSet> taken = new HashMap<>();
    List<SkuChange> changes = new ArrayList<>();
    for (NewFitment fitment : some) {
      SkuFitment was = before.get(fitment.skuId());
      Place place =
          was != null && was.place().group().equals(fitment.group())
              ? was.place()
              : takePlace(fitment.group(), taken);
      long version = was == null ? 1 : was.version() + 1;
      changes.add(
          new SkuChange(
              was,
              new SkuFitment(
                  fitment.skuId(), place, version, fitment.universal(), fitment.vehicles())));
    }
    return changes;
  }

  private List<SkuChange> changed(long skuId, int[] addOffsets, int[] removeOffsets) {
    Map<Long, SkuFitment> before = fitments.lock(List.of(skuId));
    shelves.lock(groupsOf(before));
    return before.values().stream()
        .map(
            was -> {
              VehicleSet vehicles = was.vehicles().copy();
              for (int offset : addOffsets) {
                vehicles.add(offset);
              }
              for (int offset : removeOffsets) {
                vehicles.remove(offset);
              }
              return new SkuChange(
                  was,
                  new SkuFitment(skuId, was.place(), was.version() + 1, was.universal(), vehicles));
            })
        .toList();
  }

  private static Stream<Group> groupsOf(Map<Long, SkuFitment> skus) {
    return skus.values().stream().map(sku -> sku.place().group());
  }

  /** The lowest free place; one that the same write frees is not. */
  private Place takePlace(Group group, Map<Group, BitSet> taken) {
    BitSet places = taken.computeIfAbsent(group, shelves::taken);
    int free = places.nextClearBit(0);
    places.set(free);
    return new Place(group, free);
  }

  /** Saves what is given under the locks that its supplier takes, then places it. */
  private List<SkuChange> write(Supplier<List<SkuChange>> locked) {
    List<SkuChange> changes =
        transaction.execute(
            status -> {
              List<SkuChange> all = locked.get();
              fitments.save(all);
              fitments.saveSegments(all);
              shelves.change(new ShelfChanges(all).segments());
              return all;
            });
    changes.forEach(
        change -> known.saw(change.after().skuId(), Optional.of(change.after().place().shelf())));
    placer
        .place(new ShelfChanges(changes).inOrder())
        .values()
        .forEach(
            failure -> {
              throw failure;
            });
    return changes;
  }
}
