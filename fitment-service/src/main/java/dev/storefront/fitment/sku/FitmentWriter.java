package dev.storefront.fitment.sku;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.fitment.placement.Shelf;
import java.util.Comparator;
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
public class FitmentWriter {

  private static final Logger log = LoggerFactory.getLogger(FitmentWriter.class);

  private final FitmentRepository fitments;
  private final ShelfRepository shelves;
  private final ShelfPlacer placer;
  private final LeftShelves left;
  private final SkuFitments known;
  private final SkuChanges made;
  private final TransactionTemplate transaction;

  FitmentWriter(
      FitmentRepository fitments,
      ShelfRepository shelves,
      ShelfPlacer placer,
      LeftShelves left,
      SkuFitments known,
      SkuChanges made,
      TransactionTemplate transaction) {
    this.fitments = fitments;
    this.shelves = shelves;
    this.placer = placer;
    this.left = left;
    this.known = known;
    this.made = made;
    this.transaction = transaction;
  }

  /**
   * Replaces all that is known of a SKU.
   *
   * @param expected the versions of which it may be; nothing changes if it is of another
   * @param work is done in the same transaction
   * @throws dev.storefront.common.web.ProblemException 412 {@code stale-version} if it is of
   *     another version
   */
  @UseCase("replace-fitment")
  SkuFitment replace(NewFitment fitment, IfMatch expected, Runnable work) {
    return after(write(() -> made.replaced(List.of(fitment), expected, work)))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Replaces all that is known of some hundred SKUs, each given once; each of their shelves is
   * placed once.
   *
   * @param work is done in the transaction that writes the SKUs; if it fails, nothing is written
   */
  public void replaceAll(List<NewFitment> some, Runnable work) {
    // In one order always, so that two of these never wait for each other's locks.
    List<NewFitment> sorted =
        some.stream().sorted(Comparator.comparingLong(NewFitment::skuId)).toList();
    write(() -> made.replaced(sorted, IfMatch.ANYTHING, work));
  }

  /**
   * Adds vehicles and removes others.
   *
   * @param expected the versions of which the SKU may be
   * @return empty if nothing is known of the SKU
   * @throws dev.storefront.common.web.ProblemException 412 {@code stale-version} if it is of
   *     another version
   */
  @UseCase("change-fitment")
  Optional<SkuFitment> change(long skuId, IfMatch expected, int[] addOffsets, int[] removeOffsets) {
    return after(write(() -> made.changed(skuId, expected, addOffsets, removeOffsets))).findFirst();
  }

  /**
   * Forgets a SKU with all that is known of it. A repeat does what an earlier try could not.
   *
   * @param expected the versions of which it may be, if it is known
   * @throws dev.storefront.common.web.ProblemException 412 {@code stale-version} if it is of
   *     another version
   */
  @UseCase("remove-fitment")
  void remove(long skuId, IfMatch expected) {
    requirePlaced(place(save(List.of(skuId), () -> made.removed(skuId, expected))));
  }

  /**
   * Moves SKUs to other groups, each with all that it fits, and removes others. What Redis cannot
   * be told now, it is told later.
   *
   * @param decide tells the moves, each SKU once; done in the transaction that changes the SKUs,
   *     before it locks any
   */
  public void regroup(Supplier<List<SkuMove>> decide) {
    Map<Shelf, RuntimeException> failures = place(save(List.of(), () -> made.moved(decide.get())));
    if (!failures.isEmpty()) {
      log.warn("{} shelves wait for repair after SKUs moved", failures.size());
    }
  }

  private static Stream<SkuFitment> after(List<SkuChange> changes) {
    return changes.stream().map(SkuChange::after).filter(Objects::nonNull);
  }

  /** Saves and places, or throws what kept Redis from being told. */
  private List<SkuChange> write(Supplier<List<SkuChange>> locked) {
    Saved saved = save(List.of(), locked);
    requirePlaced(place(saved));
    return saved.changes();
  }

  private static void requirePlaced(Map<Shelf, RuntimeException> failures) {
    failures
        .values()
        .forEach(
            failure -> {
              throw failure;
            });
  }

  /**
   * Saves what is given under the locks that its supplier takes.
   *
   * @param skuIds SKUs that may have left shelves in earlier writes, whether they change now or not
   */
  private Saved save(List<Long> skuIds, Supplier<List<SkuChange>> locked) {
    Saved saved =
        transaction.execute(
            status -> {
              List<SkuChange> changes = locked.get();
              ShelfChanges changed = new ShelfChanges(changes);
              fitments.save(changes);
              shelves.change(changed.segments());
              left.note(changes);
              Stream<Long> changing = changes.stream().map(SkuChange::skuId);
              return new Saved(
                  changes,
                  changed,
                  left.of(Stream.concat(skuIds.stream(), changing).distinct().toList()));
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
