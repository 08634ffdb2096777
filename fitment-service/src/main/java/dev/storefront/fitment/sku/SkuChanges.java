package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.note.SkuNotes;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Place;
import dev.storefront.fitment.placement.ProductIds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What becomes of SKUs in a write. All of it is called within the transaction that saves it, and
 * locks the SKUs in the order of their ids, then their groups.
 */
@Component
class SkuChanges {

  private final FitmentRepository fitments;
  private final ShelfRepository shelves;
  private final SkuNotes notes;

  SkuChanges(FitmentRepository fitments, ShelfRepository shelves, SkuNotes notes) {
    this.fitments = fitments;
    this.shelves = shelves;
    this.notes = notes;
  }

  /**
   * SKUs are replaced, each given once and in the order of their ids.
   *
   * @param work is done in the same transaction
   */
  List<SkuChange> replaced(List<NewFitment> some, IfMatch expected, Runnable work) {
    Map<Long, SkuFitment> before = fitments.lockOrCreate(some);
    for (NewFitment fitment : some) {
      SkuFitment was = before.get(fitment.skuId());
      expected.require(was == null ? 0 : was.version());
    }
    shelves.lock(Stream.concat(some.stream().map(NewFitment::group), groupsOf(before)));
    Map<Group, BitSet> taken = new HashMap<>();
    long firstVersion = before.size() < some.size() ? fitments.firstVersion() : 1;
    List<SkuChange> changes = new ArrayList<>();
    for (NewFitment fitment : some) {
      SkuFitment was = before.get(fitment.skuId());
      long version = was == null ? firstVersion : was.version() + 1;
      changes.add(
          new SkuChange(
              fitment.skuId(),
              was,
              new SkuFitment(
                  fitment.skuId(),
                  fitment.product(),
                  placeIn(fitment.group(), was, taken),
                  version,
                  fitment.universal(),
                  fitment.vehicles())));
    }
    work.run();
    return changes;
  }

  /** A SKU gets vehicles and loses others; nothing happens if it is not known. */
  List<SkuChange> changed(long skuId, IfMatch expected, int[] addOffsets, int[] removeOffsets) {
    Map<Long, SkuFitment> before = fitments.lock(List.of(skuId));
    before.values().forEach(was -> expected.require(was.version()));
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
                  skuId,
                  was,
                  new SkuFitment(
                      skuId,
                      was.product(),
                      was.place(),
                      was.version() + 1,
                      was.universal(),
                      vehicles));
            })
        .toList();
  }

  /** A SKU is forgotten with its notes; nothing happens if it is not known. */
  List<SkuChange> removed(long skuId, IfMatch expected) {
    Map<Long, SkuFitment> before = fitments.lock(List.of(skuId));
    before.values().forEach(was -> expected.require(was.version()));
    shelves.lock(groupsOf(before));
    notes.replace(Map.of(skuId, List.of()));
    return before.values().stream().map(was -> new SkuChange(skuId, was, null)).toList();
  }

  /**
   * SKUs get what is said of their products, and so may move; those that go nowhere are removed.
   */
  List<SkuChange> moved(List<SkuMove> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    Map<Long, SkuFitment> before = fitments.lock(all.stream().map(SkuMove::skuId).toList());
    List<SkuMove> moves = all.stream().filter(m -> before.containsKey(m.skuId())).toList();
    shelves.lock(Stream.concat(moves.stream().flatMap(SkuChanges::groupOf), groupsOf(before)));
    Map<Group, BitSet> taken = new HashMap<>();
    List<SkuChange> changes = new ArrayList<>();
    for (SkuMove move : moves) {
      SkuFitment was = Objects.requireNonNull(before.get(move.skuId()));
      if (move.to().isEmpty()) {
        changes.add(new SkuChange(was.skuId(), was, null));
        notes.replace(Map.of(move.skuId(), List.of()));
      } else if (!move.to().get().equals(was.product())) {
        ProductIds to = move.to().get();
        SkuFitment moved = was.movedTo(to, placeIn(to.group(), was, taken));
        changes.add(new SkuChange(was.skuId(), was, moved));
      }
    }
    return changes;
  }

  private static Stream<Group> groupsOf(Map<Long, SkuFitment> skus) {
    return skus.values().stream().map(sku -> sku.place().group());
  }

  private static Stream<Group> groupOf(SkuMove move) {
    return move.to().map(ProductIds::group).stream();
  }

  /** Where it stands already, else the lowest free place; one that the same write frees is not. */
  private Place placeIn(Group group, @Nullable SkuFitment was, Map<Group, BitSet> taken) {
    if (was != null && was.place().group().equals(group)) {
      return was.place();
    }
    BitSet places = taken.computeIfAbsent(group, shelves::taken);
    int free = places.nextClearBit(0);
    places.set(free);
    return new Place(group, free);
  }
}
