package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import java.time.Clock;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The shelves: their revisions, and which of these Redis has. A change is noted in its own
 * transaction, so that neither a crash nor a Redis that is away leaves the two different for good.
 */
@Repository
class ShelfRepository {

  /** The order in which all writers lock groups. */
  static final Comparator<Group> LOCK_ORDER =
      Comparator.comparing(Group::kind).thenComparing(Group::vendorId).thenComparing(Group::id);

  /** Whoever wrote places at once; only what is not placed after this long needs repair. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final PlacedFitments placed;
  private final Clock clock;
  private final ShelfReader rows;

  ShelfRepository(
      JdbcClient db, JdbcTemplate batches, PlacedFitments placed, Clock clock, ShelfReader rows) {
    this.placed = placed;
    this.db = db;
    this.batches = batches;
    this.clock = clock;
    this.rows = rows;
  }

  /** Locks groups until the transaction ends: nobody else changes what is on their shelves. */
  void lock(Stream<Group> groups) {
    batches.batchUpdate(
        """
        INSERT INTO shelf (kind, vendor_id, group_id, shelf, cluster, revision, placed_revision)
        VALUES (?, ?, ?, 0, ?, 0, 0) ON DUPLICATE KEY UPDATE shelf = VALUES(shelf)""",
        groups
            .distinct()
            .sorted(LOCK_ORDER)
            .map(g -> new Object[] {g.kind().name(), g.vendorId(), g.id(), placed.clusterOf(g)})
            .toList());
  }

  /** Which places of a group are taken; it must be locked. */
  BitSet taken(Group group) {
    BitSet taken = new BitSet();
    db.sql(
            "SELECT place FROM sku WHERE kind = ? AND vendor_id = ? AND group_id = ?"
                + " AND place IS NOT NULL")
        .params(group.kind().name(), group.vendorId(), group.id())
        .query(Integer.class)
        .list()
        .forEach(taken::set);
    return taken;
  }

  /**
   * Gives each changed shelf its next revision; their groups must be locked.
   *
   * @param changed the segments of each shelf whose rows changed
   */
  void change(Map<Shelf, Set<Integer>> changed) {
    long dueAt = clock.millis() + GRACE.toMillis();
    batches.batchUpdate(
        """
        INSERT INTO shelf
          (kind, vendor_id, group_id, shelf, cluster, revision, placed_revision, due_at)
        VALUES (?, ?, ?, ?, ?, 1, 0, ?)
        ON DUPLICATE KEY UPDATE revision = revision + 1, due_at = VALUES(due_at)""",
        changed.keySet().stream()
            .map(shelf -> columns(shelf, placed.clusterOf(shelf.group()), dueAt))
            .toList());
    batches.batchUpdate(
        """
        INSERT INTO shelf_segment (kind, vendor_id, group_id, shelf, segment, revision)
        SELECT kind, vendor_id, group_id, shelf, ?, revision FROM shelf
        WHERE kind = ? AND vendor_id = ? AND group_id = ? AND shelf = ?
        ON DUPLICATE KEY UPDATE shelf_segment.revision = VALUES(revision)""",
        changed.entrySet().stream()
            .flatMap(e -> e.getValue().stream().map(segment -> columns(segment, e.getKey())))
            .toList());
  }

  /** Shelves that Redis should have by now, longest due first. */
  List<Shelf> due(int limit) {
    return db.sql(
            """
            SELECT kind, vendor_id, group_id, shelf FROM shelf
            WHERE due_at <= ? ORDER BY due_at LIMIT ?""")
        .params(clock.millis(), limit)
        .query((row, number) -> GroupRow.shelf(row))
        .list();
  }

  /** Tries to place shelves again later, after others had their turn. */
  void postpone(Collection<Shelf> shelves, Duration delay) {
    long dueAt = clock.millis() + delay.toMillis();
    batches.batchUpdate(
        """
        UPDATE shelf SET due_at = ?
        WHERE kind = ? AND vendor_id = ? AND group_id = ? AND shelf = ? AND due_at IS NOT NULL""",
        shelves.stream().map(shelf -> columns(dueAt, shelf)).toList());
  }

  /** Redis has this revision of a shelf, or a newer one. */
  void placed(Shelf shelf, long revision) {
    rows.of(
            shelf,
            """
            UPDATE shelf SET placed_revision = GREATEST(placed_revision, :revision),
              left_cluster = IF(revision <= :revision, NULL, left_cluster),
              due_at = IF(revision <= :revision, NULL, due_at)
            WHERE""")
        .param("revision", revision)
        .update();
  }

  /** True if a change is so fresh that whoever made it may still be placing it. */
  boolean isUnderWay(Shelf shelf) {
    return rows.of(shelf, "SELECT COUNT(*) FROM shelf WHERE due_at > :now AND")
            .param("now", clock.millis())
            .query(Long.class)
            .single()
        > 0;
  }

  /**
   * Has all of a shelf placed anew, on the cluster where it belongs now; its group must be locked.
   * While it is still being moved from another one, nothing changes.
   *
   * @param newest the highest revision that Redis may have of it
   */
  void renew(Shelf shelf, long newest) {
    rows.of(
            shelf,
            """
            UPDATE shelf SET left_cluster = IF(cluster = :cluster, left_cluster, cluster),
              cluster = :cluster, revision = GREATEST(revision, :newest) + 1, placed_revision = 0,
              due_at = :dueAt
            WHERE (left_cluster IS NULL OR cluster = :cluster) AND""")
        .param("cluster", placed.clusterOf(shelf.group()))
        .param("newest", newest)
        .param("dueAt", clock.millis() + GRACE.toMillis())
        .update();
    // All of them, so that nobody builds on what another cluster has.
    rows.of(shelf, "UPDATE shelf_segment SET revision = :revision WHERE")
        .param("revision", rows.revision(shelf))
        .update();
  }

  private static Object[] columns(Object... values) {
    return Stream.of(values)
        .flatMap(
            value ->
                value instanceof Shelf shelf
                    ? Stream.of(
                        shelf.group().kind().name(),
                        shelf.group().vendorId(),
                        shelf.group().id(),
                        shelf.number())
                    : Stream.of(value))
        .toArray();
  }
}
