package dev.storefront.fitment.sku;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.placement.Deviation;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfFinding;
import dev.storefront.fitment.placement.WriteOutcome;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Looks after shelves when an operator asks for it, or Redis fell back. */
@Component
public class ShelfUpkeep {

  private static final Logger log = LoggerFactory.getLogger(ShelfUpkeep.class);

  /** A write may come between reading MySQL and Redis; two in a row are no accident. */
  private static final int ATTEMPTS = 2;

  private static final ShelfFinding NOTHING = new ShelfFinding(new TreeMap<>(), 0);

  private final ShelfRepository shelves;
  private final ShelfReader rows;
  private final ShelfDues dues;
  private final ShelfPlacer placer;
  private final ClusterRouter router;
  private final PlacedFitments placed;
  private final TransactionTemplate transaction;
  private final Clock clock;

  ShelfUpkeep(
      ShelfRepository shelves,
      ShelfReader rows,
      ShelfDues dues,
      ShelfPlacer placer,
      ClusterRouter router,
      PlacedFitments placed,
      TransactionTemplate transaction,
      Clock clock) {
    this.shelves = shelves;
    this.rows = rows;
    this.dues = dues;
    this.placer = placer;
    this.router = router;
    this.placed = placed;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** How many shelves there are. */
  public long count() {
    return rows.count();
  }

  /**
   * Shelves in an order that never changes, with what MySQL says of each.
   *
   * @param last of those before; null for the first ones
   */
  public List<ShelfRevision> after(@Nullable Shelf last, int limit) {
    return rows.after(last, limit);
  }

  /** All of a shelf, as MySQL has it at one moment. */
  public EncodedShelf whole(Shelf shelf) {
    return rows.all(shelf).contents().encoded();
  }

  /** Since when there is something that other cells were not told; empty if there is nothing. */
  public Optional<Instant> unpublishedSince() {
    return dues.unpublishedSince();
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

  /** Writes a shelf anew, whole and in one step, on the cluster where it belongs. */
  public RebuildOutcome rebuild(Shelf shelf) {
    String cluster = router.clusterOf(shelf.group());
    if (rows.state(shelf).clusters().cluster().equals(cluster)) {
      try {
        placer.rewrite(shelf);
        return RebuildOutcome.REWRITTEN;
      } catch (RuntimeException e) {
        log.info("{} is not written anew; from here on it is due: {}", shelf, e.toString());
        renew(shelf, 0); // repair goes on with it
        return RebuildOutcome.UNREACHED;
      }
    }
    return renew(shelf, 0) && placer.place(List.of(shelf)).isEmpty()
        ? RebuildOutcome.MOVED
        : RebuildOutcome.UNREACHED;
  }

  /**
   * Compares a shelf in Redis with MySQL. What is just being written is no deviation.
   *
   * @throws RuntimeException if a server does not answer, or something there cannot be compared
   */
  public ShelfFinding inspect(Shelf shelf) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Instant begin = clock.instant();
      ShelfReading reading = rows.all(shelf);
      ShelfFinding finding = placed.inspect(reading.contents());
      // Else Redis need not have had just this all the time.
      boolean settled =
          !reading.state().isUnderWay(begin)
              && rows.state(shelf).revision() == reading.state().revision();
      if (settled || finding.deviations().isEmpty()) {
        return finding;
      }
    }
    return NOTHING;
  }

  /**
   * Ends what an inspection found.
   *
   * @return false if that is not done: a cluster did not answer or was given something newer
   *     meanwhile, or the shelf is still being moved
   */
  public boolean repair(Shelf shelf, ShelfFinding finding) {
    if (!renew(shelf, finding.newest()) || !placer.place(List.of(shelf)).isEmpty()) {
      return false;
    }
    EncodedShelf now = whole(shelf);
    return finding.deviations().entrySet().stream()
        .filter(found -> found.getValue() == Deviation.STRAY)
        .filter(found -> !found.getKey().equals(now.clusters().cluster()))
        .map(found -> evicts(now, found.getKey()))
        .reduce(true, Boolean::logicalAnd);
  }

  private boolean evicts(EncodedShelf shelf, String cluster) {
    try {
      return ScriptRunner.await(placed.evict(shelf, cluster)) == WriteOutcome.WRITTEN;
    } catch (RuntimeException e) {
      log.warn("A stray shelf on cluster {} stays: {}", cluster, e.toString());
      return false;
    }
  }

  private boolean renew(Shelf shelf, long newest) {
    return Boolean.TRUE.equals(
        transaction.execute(
            status -> {
              shelves.lock(Stream.of(shelf.group()));
              return shelves.renew(shelf, newest);
            }));
  }
}
