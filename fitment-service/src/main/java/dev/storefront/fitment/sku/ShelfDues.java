package dev.storefront.fitment.sku;

import dev.storefront.fitment.cell.FitmentChange;
import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.placement.Shelf;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * What is to be done after changes of shelves, and what is done. The cell that wrote a revision
 * places it in its own Redis and has it published; from that all others place it in theirs. So once
 * a revision is placed and published, every cell gets it.
 */
@Repository
class ShelfDues {

  /** Whoever wrote places and publishes at once; what is not done after this needs repair. */
  static final Duration GRACE = Duration.ofSeconds(2);

  /** A cell that has not looked after what it wrote for so long is gone: others do it. */
  private static final Duration TAKEN_OVER_AFTER = Duration.ofMinutes(1);

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final Clock clock;
  private final ShelfReader rows;
  private final String cell;

  ShelfDues(
      JdbcClient db, JdbcTemplate batches, Clock clock, ShelfReader rows, CellProperties cells) {
    this.db = db;
    this.batches = batches;
    this.clock = clock;
    this.rows = rows;
    this.cell = cells.cell();
  }

  /** Shelves that this cell wrote and that its Redis should have by now, longest due first. */
  List<Shelf> due(int limit) {
    return db.sql(
            """
            SELECT kind, vendor_id, group_id, shelf FROM shelf
            WHERE due_at <= ? AND cell = ? ORDER BY due_at LIMIT ?\
            """)
        .params(clock.millis(), cell, limit)
        .query((row, number) -> Shelf.of(row))
        .list();
  }

  /**
   * Makes shelves this cell's that another one wrote and has not placed for long: as if this cell
   * had written them once more.
   */
  void takeOver(int limit) {
    long now = clock.millis();
    long abandoned = now - TAKEN_OVER_AFTER.toMillis();
    // Looked for without locks first: nearly always there are none.
    List<Shelf> found =
        db.sql(
                """
                SELECT kind, vendor_id, group_id, shelf FROM shelf
                WHERE due_at <= ? AND cell <> ? ORDER BY due_at LIMIT ?\
                """)
            .params(abandoned, cell, limit)
            .query((row, number) -> Shelf.of(row))
            .list();
    batches.batchUpdate(
        """
        UPDATE shelf SET cell = ?, revision = revision + 1, due_at = ?,
          unpublished_since = COALESCE(unpublished_since, ?)
        WHERE kind = ? AND vendor_id = ? AND group_id = ? AND shelf = ?
          AND due_at <= ? AND cell <> ?\
        """,
        found.stream()
            .map(shelf -> ShelfRepository.columns(cell, now, now, shelf, abandoned, cell))
            .toList());
  }

  /** Shelves of which the other cells should have been told by now, longest due first. */
  List<Shelf> unpublished(int limit) {
    return db.sql(
            """
            SELECT kind, vendor_id, group_id, shelf FROM shelf
            WHERE unpublished_since <= :due AND (cell = :cell OR unpublished_since <= :abandoned)
            ORDER BY unpublished_since LIMIT :limit\
            """)
        .param("due", clock.millis() - GRACE.toMillis())
        .param("cell", cell)
        .param("abandoned", clock.millis() - TAKEN_OVER_AFTER.toMillis())
        .param("limit", limit)
        .query((row, number) -> Shelf.of(row))
        .list();
  }

  /** Since when there is something that other cells were not told; empty if there is nothing. */
  Optional<Instant> unpublishedSince() {
    return db.sql(
            "SELECT unpublished_since FROM shelf WHERE unpublished_since IS NOT NULL"
                + " ORDER BY unpublished_since LIMIT 1")
        .query(Long.class)
        .optional()
        .map(Instant::ofEpochMilli);
  }

  /** Tries to place shelves again later, after others had their turn. */
  void postpone(Collection<Shelf> shelves, Duration delay) {
    long dueAt = clock.millis() + delay.toMillis();
    batches.batchUpdate(
        """
        UPDATE shelf SET due_at = ?
        WHERE kind = ? AND vendor_id = ? AND group_id = ? AND shelf = ? AND due_at IS NOT NULL\
        """,
        shelves.stream().map(shelf -> ShelfRepository.columns(dueAt, shelf)).toList());
  }

  /** The Redis of the cell that wrote this revision of a shelf has it, or a newer one. */
  void placed(Shelf shelf, long revision) {
    rows.of(
            shelf,
            """
            UPDATE shelf SET placed_revision = GREATEST(placed_revision, :revision),
              left_cluster =
                IF(revision <= :revision AND revision <= published_revision, NULL, left_cluster),
              due_at = IF(revision <= :revision, NULL, due_at)
            WHERE\
            """)
        .param("revision", revision)
        .update();
  }

  /** The other cells were told of these revisions. */
  void published(List<FitmentChange> changes) {
    long now = clock.millis();
    batches.batchUpdate(
        """
        UPDATE shelf SET published_revision = GREATEST(published_revision, ?),
          left_cluster = IF(revision <= ? AND revision <= placed_revision, NULL, left_cluster),
          unpublished_since = IF(unpublished_since IS NULL OR revision <= ?, NULL, ?)
        WHERE kind = ? AND vendor_id = ? AND group_id = ? AND shelf = ?\
        """,
        changes.stream()
            .map(
                change ->
                    ShelfRepository.columns(
                        change.revision(),
                        change.revision(),
                        change.revision(),
                        now,
                        change.changedShelf()))
            .toList());
  }
}
