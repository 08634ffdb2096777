package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Shelf;
import java.time.Clock;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The shelves and their revisions. A change is noted in its own transaction, so that neither a
 * crash nor a server that is away leaves MySQL and Redis different for good: {@link ShelfDues} has
 * what is to be done.
 */
@Repository
class ShelfRepository {

  /** The order in which all writers lock groups. */
  static final Comparator<Group> LOCK_ORDER =
      Comparator.comparing(Group::kind).thenComparing(Group::vendorId).thenComparing(Group::id);

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final ClusterRouter router;
  private final Clock clock;
  private final ShelfReader rows;
  private final String cell;

  ShelfRepository(
      JdbcClient db,
      JdbcTemplate batches,
      ClusterRouter router,
      Clock clock,
      ShelfReader rows,
      CellProperties cells) {
    this.cell = cells.cell();
    this.router = router;
    this.db = db;
    this.batches = batches;
    this.clock = clock;
    this.rows = rows;
  }

  /** Locks groups until the transaction ends: nobody else changes what is on their shelves. */
  void lock(Stream<Group> groups) {
    batches.batchUpdate(
        """
        INSERT INTO shelf
          (kind, vendor_id, group_id, shelf, cluster, cell, revision, placed_revision)
        VALUES (?, ?, ?, 0, ?, ?, 0, 0) ON DUPLICATE KEY UPDATE shelf = VALUES(shelf)""",
        groups
            .distinct()
            .sorted(LOCK_ORDER)
            .map(
                g ->
                    new Object[] {g.kind().name(), g.vendorId(), g.id(), router.clusterOf(g), cell})
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
    long now = clock.millis();
    long dueAt = now + ShelfDues.GRACE.toMillis();
    batches.batchUpdate(
        """
        INSERT INTO shelf
          (kind, vendor_id, group_id, shelf, cluster, cell, revision, placed_revision, due_at,
           unpublished_since)
        VALUES (?, ?, ?, ?, ?, ?, 1, 0, ?, ?)
        ON DUPLICATE KEY UPDATE revision = revision + 1, cell = VALUES(cell),
          due_at = VALUES(due_at),
          unpublished_since = COALESCE(unpublished_since, VALUES(unpublished_since))""",
        changed.keySet().stream()
            .map(shelf -> columns(shelf, router.clusterOf(shelf.group()), cell, dueAt, now))
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

  /**
   * Has all of a shelf placed anew, on the cluster where it belongs now; its group must be locked.
   *
   * @param newest the highest revision that Redis may have of it
   * @return false, and nothing changes, while it is still being moved to another one
   */
  boolean renew(Shelf shelf, long newest) {
    long now = clock.millis();
    boolean renewed =
        rows.of(
                    shelf,
                    """
            UPDATE shelf SET left_cluster = IF(cluster = :cluster, left_cluster, cluster),
              cluster = :cluster, revision = GREATEST(revision, :newest) + 1, cell = :cell,
              placed_revision = 0, due_at = :dueAt,
              unpublished_since = COALESCE(unpublished_since, :now)
            WHERE (left_cluster IS NULL OR cluster = :cluster) AND""")
                .param("cluster", router.clusterOf(shelf.group()))
                .param("newest", newest)
                .param("cell", cell)
                .param("now", now)
                .param("dueAt", now + ShelfDues.GRACE.toMillis())
                .update()
            > 0;
    if (renewed) {
      // All of them, so that nobody builds on what another cluster has.
      rows.of(shelf, "UPDATE shelf_segment SET revision = :revision WHERE")
          .param("revision", rows.state(shelf).revision())
          .update();
    }
    return renewed;
  }

  /** The values of a statement in their order, a shelf's as the tables have them. */
  static Object[] columns(Object... values) {
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
