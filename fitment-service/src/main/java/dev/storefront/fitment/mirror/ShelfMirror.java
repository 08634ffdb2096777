package dev.storefront.fitment.mirror;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.cell.FitmentChange;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.WriteOutcome;
import dev.storefront.fitment.sku.ShelfUpkeep;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes to this cell's Redis what another cell wrote. It notes nothing in MySQL: that is the
 * writing cell's.
 */
@Component
class ShelfMirror {

  private static final Logger log = LoggerFactory.getLogger(ShelfMirror.class);

  /** Written pipelined; what is under way at once stays at some megabytes. */
  private static final int AT_ONCE = 16;

  /** Longer than any copy of MySQL is behind; only one that lost writes is. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Far more than come at once. */
  private static final int MOST_BEHIND = 10_000;

  private final ShelfUpkeep shelves;
  private final PlacedFitments placed;
  private final Clock clock;

  /** Since when MySQL here does not have what an event tells of, by its id: it may have others. */
  private final Cache<String, Instant> behindSince =
      Caffeine.newBuilder().maximumSize(MOST_BEHIND).expireAfterAccess(PATIENCE).build();

  ShelfMirror(ShelfUpkeep shelves, PlacedFitments placed, Clock clock) {
    this.shelves = shelves;
    this.placed = placed;
    this.clock = clock;
  }

  /**
   * Writes what changed, in this order. What is not newer than what is there does nothing; what
   * builds on something that is not there, or says nothing of the contents, is read from MySQL. To
   * be called by one thread at a time.
   *
   * @throws RuntimeException if Redis or MySQL does not answer, or this MySQL does not have the
   *     change yet; then all of it is to be given again
   */
  void follow(List<FitmentChange> changes) {
    for (int from = 0; from < changes.size(); from += AT_ONCE) {
      write(changes.subList(from, Math.min(from + AT_ONCE, changes.size())));
    }
  }

  private void write(List<FitmentChange> changes) {
    Map<FitmentChange, CompletableFuture<WriteOutcome>> writes = new LinkedHashMap<>();
    Map<Shelf, List<FitmentChange>> wanting = new LinkedHashMap<>();
    for (FitmentChange change : changes) {
      change
          .encoded()
          .ifPresentOrElse(
              encoded -> writes.put(change, placed.place(encoded)), () -> add(change, wanting));
    }
    writes.forEach(
        (change, write) -> {
          EncodedShelf encoded = change.encoded().orElseThrow();
          if (isRefused(write) || !evicts(encoded, change)) {
            add(change, wanting);
          }
        });
    wanting.forEach(this::writeAll);
  }

  private static void add(FitmentChange change, Map<Shelf, List<FitmentChange>> to) {
    to.computeIfAbsent(change.changedShelf(), shelf -> new ArrayList<>()).add(change);
  }

  private void writeAll(Shelf shelf, List<FitmentChange> changes) {
    EncodedShelf all = shelves.whole(shelf);
    changes.stream()
        .max(Comparator.comparingLong(FitmentChange::revision))
        .ifPresent(newest -> awaitCopy(newest, all.revision()));
    if (isRefused(placed.place(all)) || !changes.stream().allMatch(change -> evicts(all, change))) {
      throw new BackendUnavailableException(
          "redis",
          false,
          new IllegalStateException(
              shelf + " was read before Redis was found to have fallen back"));
    }
  }

  /**
   * Empties a shelf where it was before a change.
   *
   * @return false if Redis fell back there: then it takes only what was read since from MySQL
   */
  private boolean evicts(EncodedShelf shelf, FitmentChange change) {
    String left = change.leftCluster();
    return left == null
        || left.equals(shelf.clusters().cluster())
        || !isRefused(placed.evict(shelf, left));
  }

  private static boolean isRefused(CompletableFuture<WriteOutcome> write) {
    return ScriptRunner.await(write) == WriteOutcome.BASE_MISSING;
  }

  /** Where cells have copies of MySQL, an event may be there before the rows that it is about. */
  private void awaitCopy(FitmentChange change, long revision) {
    if (revision >= change.revision()) {
      behindSince.invalidate(change.eventId());
      return;
    }
    Instant now = clock.instant();
    Instant since = behindSince.get(change.eventId(), id -> now);
    if (since.plus(PATIENCE).isAfter(now)) {
      throw new BackendUnavailableException(
          "db",
          false,
          new IllegalStateException(
              "%s is at revision %d in MySQL, %d was written"
                  .formatted(change.changedShelf(), revision, change.revision())));
    }
    log.warn("MySQL never got what {} tells of", change.eventId());
  }
}
