package dev.storefront.fitment.sku;

import dev.storefront.fitment.cell.FitmentChange;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfFinding;
import dev.storefront.fitment.placement.SkuKind;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What other features may ask of the SKUs. */
@Component
public class SkuFitments {

  /** Keeps what is in memory at once to some megabytes. */
  private static final int BATCH = 50;

  private final SkuShelves known;
  private final ShelfReader shelves;
  private final FitmentRepository fitments;
  private final LostShelves lost;
  private final FitmentWriter writer;
  private final ShelfUpkeep upkeep;
  private final ShelfMirror mirror;
  private final ShelfDues dues;
  private final ShelfPlacer placer;

  SkuFitments(
      SkuShelves known,
      ShelfReader shelves,
      FitmentRepository fitments,
      LostShelves lost,
      FitmentWriter writer,
      ShelfUpkeep upkeep,
      ShelfMirror mirror,
      ShelfDues dues,
      ShelfPlacer placer) {
    this.known = known;
    this.shelves = shelves;
    this.fitments = fitments;
    this.lost = lost;
    this.writer = writer;
    this.upkeep = upkeep;
    this.mirror = mirror;
    this.dues = dues;
    this.placer = placer;
  }

  /**
   * Replaces all that is known of some hundred SKUs, each given once; each of their shelves is
   * placed once.
   */
  public void replaceAll(List<NewFitment> some) {
    writer.replaceAll(some, () -> {});
  }

  /**
   * As {@link #replaceAll(List)}, with work in MySQL that counts if the SKUs do, and only then.
   *
   * @param some at least one
   * @param work is done in the transaction that writes the SKUs; if it fails, nothing is written
   */
  public void replaceAll(List<NewFitment> some, Runnable work) {
    writer.replaceAll(some, work);
  }

  /** Those of some hundred SKUs that have data, as MySQL has them. */
  public Collection<SkuFitment> find(Collection<Long> skuIds) {
    return skuIds.isEmpty() ? List.of() : fitments.find(skuIds).values();
  }

  /**
   * Moves SKUs to other groups, each with all that it fits, and removes others. What Redis cannot
   * be told now, it is told later.
   *
   * @param decide tells the moves, each SKU once; done in the transaction that changes the SKUs,
   *     before it locks any
   */
  public void regroup(Supplier<List<SkuMove>> decide) {
    writer.regroup(decide);
  }

  /**
   * The shelves of those SKUs of which this instance remembers that they have data.
   *
   * @param found is given these
   * @return those of which it remembers nothing
   */
  public List<Long> shelvesKnown(Collection<Long> skuIds, Map<Long, Shelf> found) {
    return known.remembered(skuIds, found);
  }

  /** The shelves of those SKUs that have data, from MySQL. */
  public Map<Long, Shelf> shelvesOf(Collection<Long> skuIds) {
    return known.load(skuIds);
  }

  /**
   * SKUs whose group has this id, by their ids.
   *
   * @param groupId an SPU or a main SKU
   * @param kind which of the two; null for both
   */
  public Map<Long, Shelf> members(
      long groupId, @Nullable SkuKind kind, long afterSkuId, int limit) {
    return fitments.members(groupId, kind, afterSkuId, limit);
  }

  /**
   * The shelves of all groups with this id, each with the segments that ever had vehicles.
   *
   * @param groupId an SPU or a main SKU
   */
  public Map<Shelf, SortedSet<Integer>> segmentsOf(long groupId) {
    return shelves.segmentsOf(groupId);
  }

  /**
   * Reads SKUs from MySQL that Redis did not have on the shelves where they should be. A shelf that
   * lost one is restored soon.
   *
   * @param missed where each was looked for
   * @param found gets each SKU that has data
   */
  public void readMissed(Map<Long, Shelf> missed, Consumer<SkuFitment> found) {
    List<Long> all = List.copyOf(missed.keySet());
    Set<Shelf> incomplete = new HashSet<>();
    for (int from = 0; from < all.size(); from += BATCH) {
      List<Long> batch = all.subList(from, Math.min(from + BATCH, all.size()));
      Map<Long, SkuFitment> skus = fitments.find(batch);
      for (long skuId : batch) {
        Optional<SkuFitment> sku = Optional.ofNullable(skus.get(skuId));
        Optional<Shelf> shelf = sku.map(s -> s.place().shelf());
        known.saw(skuId, shelf);
        shelf.filter(s -> s.equals(missed.get(skuId))).ifPresent(incomplete::add);
        sku.ifPresent(found);
      }
    }
    lost.note(incomplete);
  }

  /** How many shelves there are. */
  public long shelfCount() {
    return shelves.count();
  }

  /**
   * Shelves in an order that never changes.
   *
   * @param last of those before; null for the first ones
   */
  public List<Shelf> shelvesAfter(@Nullable Shelf last, int limit) {
    return shelves.after(last, limit);
  }

  /** As {@link #shelvesAfter}, with what MySQL says of each. */
  public List<ShelfRevision> shelfRevisionsAfter(@Nullable Shelf last, int limit) {
    return shelves.revisionsAfter(last, limit);
  }

  /**
   * Writes all of these shelves anew in this cell's Redis, but for those that a rebuild has to
   * move.
   *
   * @return how many failed
   */
  public int rewrite(Collection<Shelf> some) {
    return placer.rewrite(some);
  }

  /** Since when there is a change that other cells were not told of; empty if there is none. */
  public Optional<Instant> unpublishedSince() {
    return dues.unpublishedSince();
  }

  /**
   * Writes to this cell's Redis what other cells wrote, in this order; what is there already does
   * nothing. To be called by one thread at a time.
   *
   * @throws RuntimeException if a server is away, or a copy of MySQL is behind; then all of it is
   *     to be given again
   */
  public void follow(List<FitmentChange> changes) {
    mirror.follow(changes);
  }

  /** Writes a shelf in Redis anew, whole and in one step, on the cluster where it belongs. */
  public RebuildOutcome rebuild(Shelf shelf) {
    return upkeep.rebuild(shelf);
  }

  /**
   * Compares a shelf in Redis with MySQL.
   *
   * @throws RuntimeException if a server does not answer, or something there cannot be compared
   */
  public ShelfFinding inspect(Shelf shelf) {
    return upkeep.inspect(shelf);
  }

  /**
   * Ends what an inspection found.
   *
   * @return false if that could not be done now
   */
  public boolean repair(Shelf shelf, ShelfFinding finding) {
    return upkeep.repair(shelf, finding);
  }
}
