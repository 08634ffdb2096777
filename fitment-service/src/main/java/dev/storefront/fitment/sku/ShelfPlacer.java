package dev.storefront.fitment.sku;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.WriteOutcome;
import java.util.ArrayList;
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
import org.springframework.transaction.TransactionException;

/**
 * Brings this cell's Redis to where MySQL is, shelf by shelf. What is written is read from MySQL in
 * one snapshot and bears its revision, and the script keeps an older one from overwriting a newer
 * one; so any number of placers may be late, slow or doubled. The other cells are told by {@link
 * ShelfPublisher}.
 */
@Component
class ShelfPlacer {

  private static final Logger log = LoggerFactory.getLogger(ShelfPlacer.class);

  /** Written pipelined. */
  private static final int AT_ONCE = 8;

  /** Then what was read is written before more is read; one shelf may have some times as much. */
  private static final long BYTES_AT_ONCE = 8 * 1024 * 1024;

  /** How often all of a shelf is read, as long as Redis is found to have fallen back since. */
  private static final int ATTEMPTS = 3;

  private final ShelfReader rows;
  private final ShelfDues dues;
  private final ShelfPublisher publisher;
  private final PlacedFitments placed;
  private final String cell;

  ShelfPlacer(
      ShelfReader rows,
      ShelfDues dues,
      ShelfPublisher publisher,
      PlacedFitments placed,
      CellProperties cells) {
    this.rows = rows;
    this.dues = dues;
    this.publisher = publisher;
    this.placed = placed;
    this.cell = cells.cell();
  }

  /**
   * Writes what changed on these shelves since they were placed, in this order, and has the other
   * cells told, whether Redis could be or not. Callers of the service wait for that, so nobody
   * waits long for a node that hangs.
   *
   * @return what failed
   */
  Map<Shelf, RuntimeException> place(Collection<Shelf> some) {
    Map<Shelf, RuntimeException> failures = new HashMap<>();
    List<Change> changes = new ArrayList<>();
    for (Shelf shelf : some) {
      changes.addAll(read(shelf, rows::unplaced, failures));
      long bytes = changes.stream().mapToLong(change -> change.shelf().bytes()).sum();
      if (changes.size() == AT_ONCE || bytes > BYTES_AT_ONCE) {
        finish(changes, failures);
        changes.clear();
      }
    }
    finish(changes, failures);
    return failures;
  }

  private void finish(List<Change> changes, Map<Shelf, RuntimeException> failures) {
    write(changes, failures).forEach(shelf -> writeWhole(shelf, failures));
    changes.forEach(change -> publisher.offer(change.state(), change.shelf()));
  }

  private void writeWhole(Shelf shelf, Map<Shelf, RuntimeException> failures) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      List<Change> whole = read(shelf, incomplete -> Optional.of(rows.all(incomplete)), failures);
      if (write(whole, failures).isEmpty()) {
        return;
      }
    }
    failures.put(shelf, readTooEarly(shelf));
  }

  /**
   * Writes all of a shelf anew in this cell's Redis. Not one that is kept on a cluster where it no
   * longer belongs: a rebuild moves it.
   *
   * @throws RuntimeException if MySQL or Redis does not answer
   */
  void rewrite(Shelf shelf) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (atHome(shelf).map(placed::place).filter(ShelfPlacer::isRefused).isEmpty()) {
        return;
      }
    }
    throw readTooEarly(shelf);
  }

  /**
   * As {@link #rewrite(Shelf)}, of some.
   *
   * @return how many failed
   */
  int rewrite(Collection<Shelf> some) {
    return write(some, placed::place).failed();
  }

  /**
   * Writes all of these shelves anew where checks missed them: Redis lost some of it. As with
   * {@link #rewrite(Shelf)}, some may be left out.
   */
  Rewritten restore(Collection<Shelf> some) {
    return write(some, placed::placeForChecks);
  }

  private Rewritten write(
      Collection<Shelf> some, Function<EncodedShelf, CompletableFuture<WriteOutcome>> write) {
    int tried = 0;
    int failed = 0;
    long bytes = 0;
    List<CompletableFuture<WriteOutcome>> sent = new ArrayList<>();
    for (Shelf shelf : some) {
      try {
        Optional<EncodedShelf> all = atHome(shelf);
        all.map(write).ifPresent(sent::add);
        bytes += all.map(EncodedShelf::bytes).orElse(0L);
      } catch (RuntimeException e) {
        sent.add(CompletableFuture.failedFuture(e));
      }
      if (sent.size() == AT_ONCE || bytes > BYTES_AT_ONCE) {
        tried += sent.size();
        failed += finish(sent);
        bytes = 0;
      }
    }
    tried += sent.size();
    failed += finish(sent);
    return new Rewritten(tried - failed, failed);
  }

  private static int finish(List<CompletableFuture<WriteOutcome>> sent) {
    int failed = 0;
    for (CompletableFuture<WriteOutcome> write : sent) {
      try {
        failed += isRefused(write) ? 1 : 0;
      } catch (RuntimeException e) {
        log.debug("A shelf was not written anew", e);
        failed++;
      }
    }
    sent.clear();
    return failed;
  }

  /** What builds on nothing is refused only if Redis was found to have fallen back since. */
  private static BackendUnavailableException readTooEarly(Shelf shelf) {
    return new BackendUnavailableException(
        "redis",
        false,
        new IllegalStateException(shelf + " was read before Redis was found to have fallen back"));
  }

  /** All of a shelf, unless it is kept on a cluster where it no longer belongs. */
  private Optional<EncodedShelf> atHome(Shelf shelf) {
    return rows.allAtHome(shelf).map(reading -> reading.contents().encoded());
  }

  private List<Change> read(
      Shelf shelf,
      Function<Shelf, Optional<ShelfReading>> reader,
      Map<Shelf, RuntimeException> failures) {
    try {
      Optional<ShelfReading> found = reader.apply(shelf);
      if (found.isEmpty()) {
        // Another placer was faster, maybe one of another instance.
        placed.changed(shelf, rows.state(shelf).revision());
      }
      return found.map(all -> new Change(all.state(), all.contents().encoded())).stream().toList();
    } catch (DataAccessException | TransactionException e) {
      failures.put(shelf, e);
      return List.of();
    }
  }

  /** Writes shelves and gives those that were refused. */
  private List<Shelf> write(List<Change> changes, Map<Shelf, RuntimeException> failures) {
    Map<Change, CompletableFuture<WriteOutcome>> writes = new LinkedHashMap<>();
    changes.forEach(change -> writes.put(change, placed.tryPlace(change.shelf())));
    return writes.entrySet().stream()
        .filter(write -> outcome(write.getKey(), write.getValue(), failures))
        .map(write -> write.getKey().shelf().shelf())
        .toList();
  }

  /** True if it was refused. */
  private boolean outcome(
      Change change, CompletableFuture<WriteOutcome> write, Map<Shelf, RuntimeException> failures) {
    EncodedShelf shelf = change.shelf();
    try {
      String left = shelf.clusters().left();
      if (isRefused(write) || (left != null && isRefused(placed.tryEvict(shelf, left)))) {
        return true;
      }
    } catch (RuntimeException e) {
      failures.put(shelf.shelf(), e);
      return false;
    }
    if (change.state().cell().equals(cell)) {
      note(shelf);
    }
    return false;
  }

  /** True if all of the shelf has to be written instead, read anew. */
  private static boolean isRefused(CompletableFuture<WriteOutcome> write) {
    return ScriptRunner.await(write) == WriteOutcome.BASE_MISSING;
  }

  private void note(EncodedShelf shelf) {
    try {
      dues.placed(shelf.shelf(), shelf.revision());
    } catch (DataAccessException | TransactionException e) {
      log.warn("A placed shelf stays noted as not placed: {}", e.toString());
    }
  }

  /** What is to be written, and the row that said so. */
  private record Change(ShelfState state, EncodedShelf shelf) {}
}
