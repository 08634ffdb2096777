package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.note.SkuNotes;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Place;
import dev.storefront.fitment.placement.Shelf;
import io.micrometer.core.annotation.Timed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes what SKUs fit: first in MySQL, under the locks of the SKUs and then of their groups, then
 * in Redis. When Redis fails, the caller is told so and {@link PlacementRepair} goes on.
 */
@Component
class FitmentWriter {

  private static final Logger log = LoggerFactory.getLogger(FitmentWriter.class);

  private final FitmentRepository fitments;
  private final ShelfRepository shelves;
  private final ShelfPlacer placer;
  private final LeftShelves left;
  private final SkuShelves known;
  private final SkuNotes notes;
  private final TransactionTemplate transaction;

  FitmentWriter(
      FitmentRepository fitments,
      ShelfRepository shelves,
      ShelfPlacer placer,
      LeftShelves left,
      SkuShelves known,
      SkuNotes notes,
      TransactionTemplate transaction) {
    this.fitments = fitments;
    this.shelves = shelves;
    this.placer = placer;
    this.left = left;
    this.known = known;
    this.notes = notes;
    this.transaction = transaction;
  }

  /**
   * Replaces all that is known of a SKU.
   *
   * @param work is done in the same transaction
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "replace-fitment"})
  SkuFitment replace(NewFitment fitment, Runnable work) {
    return after(write(() -> replaced(List.of(fitment), work))).findFirst().orElseThrow();
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
    write(() -> replaced(sorted, work));
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
    return after(write(() -> changed(skuId, addOffsets, removeOffsets))).findFirst();
  }

  /**
   * Moves SKUs to other groups, each with all that it fits, and removes others. What Redis cannot
   * be told now, {@link PlacementRepair} tells it.
   *
   * @param decide tells the moves, each SKU once; done in the same transaction, before it locks any
   */
  void regroup(Supplier<List<SkuMove>> decide) {
    Map<Shelf, RuntimeException> failures = place(save(() -> moved(decide.get())));
    if (!failures.isEmpty()) {
      log.warn("{} shelves wait for repair after SKUs moved", failures.size());
    }
  }

  private List<SkuChange> moved(List<SkuMove> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    Map<Long, SkuFitment> before = fitments.lock(all.stream().map(SkuMove::skuId).toList());
    List<SkuMove> moves = all.stream().filter(m -> before.containsKey(m.skuId())).toList();
    shelves.lock(Stream.concat(moves.stream().flatMap(m -> m.to().stream()), groupsOf(before)));
    Map<Group, BitSet> taken = new HashMap<>();
    List<SkuChange> changes = new ArrayList<>();
    for (SkuMove move : moves) {
      SkuFitment was = Objects.requireNonNull(before.get(move.skuId()));
      if (move.to().isEmpty()) {
        changes.add(SkuChange.removal(was));
        notes.replace(Map.of(move.skuId(), List.of()));
      } else if (!move.to().get().equals(was.place().group())) {
        changes.add(SkuChange.to(was.movedTo(takePlace(move.to().get(), taken)), was));
      }
    }
    return changes;
  }

  private List<SkuChange> replaced(List<NewFitment> some, Runnable work) {
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
          SkuChange.to(
              new SkuFitment(
                  fitment.skuId(), place, version, fitment.universal(), fitment.vehicles()),
              was));
    }
    work.run();
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
              return SkuChange.to(
                  new SkuFitment(skuId, was.place(), was.version() + 1, was.universal(), vehicles),
                  was);
            })
        .toList();
  }

  private static Stream<SkuFitment> after(List<SkuChange> changes) {
    return changes.stream().map(SkuChange::after).filter(Objects::nonNull);
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

  /** Saves and places, or throws what kept Redis from being told. */
  private List<SkuChange> write(Supplier<List<SkuChange>> locked) {
    Saved saved = save(locked);
    place(saved)
        .values()
        .forEach(
            failure -> {
              throw failure;
            });
    return saved.changes();
  }

  /** Saves what is given under the locks that its supplier takes. */
  private Saved save(Supplier<List<SkuChange>> locked) {
    Saved saved =
        transaction.execute(
            status -> {
              List<SkuChange> changes = locked.get();
              ShelfChanges changed = new ShelfChanges(changes);
              fitments.save(changes);
              shelves.change(changed.segments());
              left.note(changes);
              return new Saved(
                  changes, changed, left.of(changes.stream().map(SkuChange::skuId).toList()));
            });
    saved
        .changes()
        .forEach(
            change ->
                known.saw(
                    change.skuId(),
                    Optional.ofNullable(change.after()).map(sku -> sku.place().shelf())));
    return saved;
  }

  private Map<Shelf, RuntimeException> place(Saved saved) {
    Set<Shelf> inOrder = new LinkedHashSet<>(saved.shelves().inOrder());
    saved.left().forEach(one -> inOrder.add(one.shelf()));
    Map<Shelf, RuntimeException> failures = placer.place(inOrder);
    left.forget(saved.left().stream().filter(one -> !failures.containsKey(one.shelf())).toList());
    return failures;
  }

  /**
   * What is in MySQL and is to be placed.
   *
   * @param left what these SKUs left, be it now or in earlier writes that could not place it
   */
  private record Saved(List<SkuChange> changes, ShelfChanges shelves, List<LeftShelf> left) {}
}
