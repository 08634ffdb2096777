package dev.storefront.fitment.placement;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The fitment of SKUs as Redis has it, each group where {@link ClusterRouter} says. Calls fail as
 * {@link ScriptRunner} says.
 */
@Component
public class PlacedFitments {

  private static final LuaScript CONFIRM = LuaScript.load("fitment/confirmShelf");

  private final ClusterRouter router;
  private final FitmentKeys keys;
  private final ShelfWriter writer;
  private final ShelfInspection inspection;
  private final ShelfChecks checks;
  private final NearCache near;
  private final UnknownSkus unknown;

  PlacedFitments(
      ClusterRouter router,
      FitmentKeys keys,
      ShelfWriter writer,
      ShelfInspection inspection,
      ShelfChecks checks,
      NearCache near,
      UnknownSkus unknown) {
    this.router = router;
    this.keys = keys;
    this.writer = writer;
    this.inspection = inspection;
    this.checks = checks;
    this.near = near;
    this.unknown = unknown;
  }

  /**
   * Writes what changed on a shelf, or all of it, to the cluster that keeps it, in one step, unless
   * something newer is there.
   */
  public CompletableFuture<WriteOutcome> place(EncodedShelf shelf) {
    return place(shelf, shelf.clusters().cluster(), writer::write);
  }

  /**
   * As {@link #place}, for who has no time to wait for a node that hangs: fails at once if it does
   * not answer others.
   */
  public CompletableFuture<WriteOutcome> tryPlace(EncodedShelf shelf) {
    return place(shelf, shelf.clusters().cluster(), writer::tryWrite);
  }

  /**
   * Writes a shelf to where checks look for it now, be it this cell's Redis or another's, unless
   * something newer is there.
   */
  public CompletableFuture<WriteOutcome> placeForChecks(EncodedShelf shelf) {
    return place(shelf, router.readClusterOf(shelf.shelf().group()), writer::write);
  }

  /**
   * Empties a shelf on a cluster that does not keep it, and keeps late writers out of there.
   *
   * @param shelf with all segments that it may have there
   */
  public CompletableFuture<WriteOutcome> evict(EncodedShelf shelf, String cluster) {
    return evict(shelf, cluster, writer::write);
  }

  /**
   * As {@link #evict}, for who has no time to wait for a node that hangs: fails at once if it does
   * not answer others.
   */
  public CompletableFuture<WriteOutcome> tryEvict(EncodedShelf shelf, String cluster) {
    return evict(shelf, cluster, writer::tryWrite);
  }

  private CompletableFuture<WriteOutcome> evict(EncodedShelf shelf, String cluster, Write write) {
    return router.knows(cluster)
        ? place(shelf.emptied(), cluster, write)
        : CompletableFuture.completedFuture(WriteOutcome.WRITTEN);
  }

  private CompletableFuture<WriteOutcome> place(EncodedShelf shelf, String cluster, Write write) {
    if (!router.knows(cluster)) {
      return CompletableFuture.failedFuture(
          new BackendUnavailableException(
              "cluster " + cluster,
              false,
              new IllegalStateException(
                  shelf.shelf() + " is kept on a cluster that the settings do not have")));
    }
    return write
        .start(shelf, router.scripts(cluster), shelf.generations().getOrDefault(cluster, 1L))
        .whenComplete((outcome, error) -> changed(shelf.shelf(), shelf.revision()));
  }

  /**
   * Asks which SKUs fit which vehicles: one script call for each shelf of which {@link NearCache}
   * does not have enough, all at once, in the cell that the switch names.
   *
   * @param skuIds the SKUs that should be on each shelf
   * @param offsets of the vehicles, repeats allowed
   */
  public Map<Long, PlacedFit> check(Map<Shelf, List<Long>> skuIds, int[] offsets) {
    return checks.check(skuIds, offsets);
  }

  /**
   * A shelf was placed at this revision, by whomever: checks of this instance that begin from now
   * on do not get an older one.
   */
  public void changed(Shelf shelf, long revision) {
    near.changed(shelf, revision);
  }

  /** True if a shelf lies in one of these slots. */
  public boolean isIn(HashSlots slots, Shelf shelf) {
    return slots.covers(keys.head(shelf));
  }

  /**
   * Has a shelf of before a fall-back of Redis believed again, if it is the newest one.
   *
   * @param revision the shelf's in MySQL
   * @param generations those that were known before that was read
   */
  public CompletableFuture<Confirmation> confirm(
      Shelf shelf, String cluster, long revision, Map<String, Long> generations) {
    return router
        .scripts(cluster)
        .integer(
            ScriptCall.of(
                CONFIRM,
                List.of(keys.head(shelf)),
                revision,
                generations.getOrDefault(cluster, 1L)))
        .thenApply(Confirmation::of);
  }

  /**
   * Another instance changed a shelf.
   *
   * @param directory which SKUs are on it now, as Redis has it; null if nobody said
   */
  public void changed(Shelf shelf, long revision, byte @Nullable [] directory) {
    changed(shelf, revision);
    try {
      if (directory != null) {
        ShelfDirectory.read(ByteBuffer.wrap(directory))
            .forEachMember((skuId, ordinal, universal) -> unknown.remove(skuId));
        return;
      }
    } catch (RuntimeException notWrittenByUs) {
      // As if nobody said.
    }
    unknown.removeAll();
  }

  /** Compares a shelf in Redis with all that should be on it, in some calls one after the other. */
  public ShelfFinding inspect(ShelfContents contents) {
    return inspection.inspect(contents);
  }

  /** How {@link ShelfWriter} writes a shelf. */
  private interface Write {
    CompletableFuture<WriteOutcome> start(
        EncodedShelf shelf, ScriptRunner scripts, long generation);
  }
}
