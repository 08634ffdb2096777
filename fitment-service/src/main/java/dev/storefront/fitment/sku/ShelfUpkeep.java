package dev.storefront.fitment.sku;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.placement.Deviation;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfContents;
import dev.storefront.fitment.placement.ShelfFinding;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Looks after single shelves when an operator asks for it. */
@Component
class ShelfUpkeep {

  private static final ShelfFinding NOTHING = new ShelfFinding(new TreeMap<>(), 0);

  private final ShelfRepository shelves;
  private final ShelfDues dues;
  private final ShelfReader rows;
  private final ShelfPlacer placer;
  private final PlacedFitments placed;
  private final TransactionTemplate transaction;

  ShelfUpkeep(
      ShelfRepository shelves,
      ShelfDues dues,
      ShelfReader rows,
      ShelfPlacer placer,
      PlacedFitments placed,
      TransactionTemplate transaction) {
    this.shelves = shelves;
    this.dues = dues;
    this.rows = rows;
    this.placer = placer;
    this.placed = placed;
    this.transaction = transaction;
  }

  /** Writes a shelf anew, whole and in one step, on the cluster where it belongs. */
  RebuildOutcome rebuild(Shelf shelf) {
    String cluster = placed.clusterOf(shelf.group());
    if (rows.state(shelf).home().cluster().equals(cluster)) {
      try {
        placer.rewrite(shelf);
        return RebuildOutcome.REWRITTEN;
      } catch (RuntimeException e) {
        // From here on it is due, and repair goes on with it.
        renew(shelf, 0);
        return RebuildOutcome.UNREACHED;
      }
    }
    renew(shelf, 0);
    return placer.place(List.of(shelf)).isEmpty() ? RebuildOutcome.MOVED : RebuildOutcome.UNREACHED;
  }

  /** Compares a shelf in Redis with MySQL. What is just being written is no deviation. */
  ShelfFinding inspect(Shelf shelf) {
    ShelfFinding first = compare(shelf);
    if (first.deviations().isEmpty()) {
      return first;
    }
    // A write may have come between reading the one and the other.
    ShelfFinding second = compare(shelf);
    return dues.isUnderWay(shelf) ? NOTHING : second;
  }

  private ShelfFinding compare(Shelf shelf) {
    return ScriptRunner.await(placed.inspect(all(shelf)));
  }

  /**
   * Ends what an inspection found.
   *
   * @throws RuntimeException if a cluster does not answer; the shelf is then written as soon as it
   *     does
   */
  void repair(Shelf shelf, ShelfFinding finding) {
    renew(shelf, finding.newest());
    placer
        .place(List.of(shelf))
        .values()
        .forEach(
            failure -> {
              throw failure;
            });
    ShelfContents now = all(shelf);
    finding.deviations().entrySet().stream()
        .filter(found -> found.getValue() == Deviation.STRAY)
        .filter(found -> !found.getKey().equals(now.home().cluster()))
        .forEach(found -> ScriptRunner.await(placed.vacate(now.encoded(), found.getKey())));
  }

  private void renew(Shelf shelf, long newest) {
    transaction.executeWithoutResult(
        status -> {
          shelves.lock(Stream.of(shelf.group()));
          shelves.renew(shelf, newest);
        });
  }

  private ShelfContents all(Shelf shelf) {
    return rows.all(shelf).contents();
  }
}
