package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Shelf;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a write changes on shelves. */
final class ShelfChanges {

  private final Map<Shelf, Set<Integer>> segments =
      new TreeMap<>(
          Comparator.comparing(Shelf::group, ShelfRepository.LOCK_ORDER)
              .thenComparing(Shelf::number));

  private final Set<Shelf> inOrder = new LinkedHashSet<>();

  ShelfChanges(List<SkuChange> changes) {
    for (SkuChange change : changes) {
      if (change.after() != null) {
        Shelf shelf = change.after().place().shelf();
        // Also if nothing changed: an earlier write may have failed to place it.
        inOrder.add(shelf);
        if (change.enters()) {
          change(shelf, change.vehicles().segments());
        } else if (change.changesInPlace()) {
          change(shelf, change.segments());
        }
      }
    }
    for (SkuChange change : changes) {
      if (change.before() != null && change.leaves()) {
        change(change.before().place().shelf(), change.before().vehicles().segments());
      }
    }
  }

  private void change(Shelf shelf, Collection<Integer> changed) {
    inOrder.add(shelf);
    segments.computeIfAbsent(shelf, s -> new TreeSet<>()).addAll(changed);
  }

  /** The segments of each changed shelf whose rows changed, in the order of locking. */
  Map<Shelf, Set<Integer>> segments() {
    return segments;
  }

  /** The shelves in the order of placing: where SKUs are now before where they were. */
  Set<Shelf> inOrder() {
    return inOrder;
  }
}
