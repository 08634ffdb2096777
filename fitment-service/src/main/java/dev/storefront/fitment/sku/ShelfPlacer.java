package dev.storefront.fitment.sku;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfContents;
import dev.storefront.fitment.placement.WriteOutcome;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings Redis to where MySQL is, shelf by shelf. What is written is read from MySQL in one
 * snapshot and bears its revision, and the script keeps an older one from overwriting a newer one;
 * so any number of placers may be late, slow or doubled.
 */
@Component
class ShelfPlacer {

  private static final Logger log = LoggerFactory.getLogger(ShelfPlacer.class);

  /** Written pipelined; what is under way at once stays at some megabytes. */
  private static final int AT_ONCE = 8;

  private final ShelfRepository shelves;
  private final ShelfReader rows;
  private final PlacedFitments placed;
  private final TransactionTemplate snapshot;

  ShelfPlacer(
      ShelfRepository shelves,
      ShelfReader rows,
      PlacedFitments placed,
      PlatformTransactionManager transactions) {
    this.shelves = shelves;
    this.rows = rows;
    this.placed = placed;
    this.snapshot = new TransactionTemplate(transactions);
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    snapshot.setReadOnly(true);
  }

  /**
   * Writes what changed on these shelves since they were placed, in this order.
   *
   * @return what failed
   */
  Map<Shelf, RuntimeException> place(Collection<Shelf> some) {
    Map<Shelf, RuntimeException> failures = new HashMap<>();
    List<Shelf> all = List.copyOf(some);
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      List<Shelf> batch = all.subList(from, Math.min(from + AT_ONCE, all.size()));
      List<Shelf> incomplete = write(batch, rows::unplaced, failures);
      write(incomplete, shelf -> Optional.of(rows.all(shelf)), failures);
    }
    return failures;
  }

  /**
   * Writes all of these shelves anew: Redis lost some of it. Not those that are kept on a cluster
   * where they no longer belong: a rebuild moves them.
   */
  Map<Shelf, RuntimeException> restore(Collection<Shelf> some) {
    Map<Shelf, RuntimeException> failures = new HashMap<>();
    some.forEach(
        shelf ->
            write(List.of(shelf), s -> Optional.of(rows.all(s)).filter(this::isAtHome), failures));
    return failures;
  }

  private boolean isAtHome(ShelfContents contents) {
    return contents.home().cluster().equals(placed.clusterOf(contents.shelf().group()));
  }

  /** Writes shelves and gives those of which Redis lacks what the write builds on. */
  private List<Shelf> write(
      List<Shelf> some,
      Function<Shelf, Optional<ShelfContents>> reader,
      Map<Shelf, RuntimeException> failures) {
    Map<ShelfContents, CompletableFuture<WriteOutcome>> writes = new LinkedHashMap<>();
    for (Shelf shelf : some) {
      try {
        snapshot
            .execute(status -> reader.apply(shelf))
            .ifPresent(contents -> writes.put(contents, placed.place(contents)));
      } catch (DataAccessException | TransactionException e) {
        failures.put(shelf, e);
      }
    }
    return writes.entrySet().stream()
        .filter(write -> outcome(write.getKey(), write.getValue(), failures))
        .map(write -> write.getKey().shelf())
        .toList();
  }

  /**
   * @return true if all of the shelf has to be written instead
   */
  private boolean outcome(
      ShelfContents contents,
      CompletableFuture<WriteOutcome> write,
      Map<Shelf, RuntimeException> failures) {
    try {
      if (ScriptRunner.await(write) == WriteOutcome.BASE_MISSING) {
        return true;
      }
      String left = contents.home().left();
      if (left != null) {
        ScriptRunner.await(placed.vacate(contents, left));
      }
    } catch (RuntimeException e) {
      failures.put(contents.shelf(), e);
      return false;
    }
    try {
      shelves.placed(contents.shelf(), contents.revision());
    } catch (DataAccessException | TransactionException e) {
      log.warn("A placed shelf stays noted as not placed: {}", e.toString());
    }
    return false;
  }
}
