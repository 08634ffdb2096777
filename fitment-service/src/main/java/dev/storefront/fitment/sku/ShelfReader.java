package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.SegmentRow;
import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfClusters;
import dev.storefront.fitment.placement.ShelfContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Reads what is on the shelves, as Redis is to have it. */
@Repository
class ShelfReader {

  private static final String THIS =
      " kind = :kind AND vendor_id = :vendor AND group_id = :group AND shelf = :shelf";

  private final JdbcClient db;
  private final ClusterRouter router;
  private final String cell;

  ShelfReader(JdbcClient db, ClusterRouter router, CellProperties cells) {
    this.db = db;
    this.router = router;
    this.cell = cells.cell();
  }

  /**
   * What changed on a shelf since it was placed, in one snapshot.
   *
   * @return empty if this cell's Redis is known to have it all
   */
  @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true)
  Optional<ShelfReading> unplaced(Shelf shelf) {
    Map<String, Long> generations = router.generations();
    ShelfState state = state(shelf);
    return state.cell().equals(cell) && state.placed() >= state.revision()
        ? Optional.empty()
        : Optional.of(reading(shelf, state, state.placed(), generations));
  }

  /**
   * What changed on a shelf since the other cells were told of it, in one snapshot.
   *
   * @return empty if nothing did
   */
  @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true)
  Optional<ShelfReading> unpublished(Shelf shelf) {
    ShelfState state = state(shelf);
    return state.published() >= state.revision()
        ? Optional.empty()
        : Optional.of(reading(shelf, state, state.published(), Map.of()));
  }

  /** All that is on a shelf, in one snapshot. */
  @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true)
  ShelfReading all(Shelf shelf) {
    Map<String, Long> generations = router.generations();
    return reading(shelf, state(shelf), 0, generations);
  }

  /**
   * As {@link #all}, unless the shelf is kept on a cluster where it no longer belongs: of one that
   * a rebuild has to move no more is read than its row.
   */
  @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true)
  Optional<ShelfReading> allAtHome(Shelf shelf) {
    Map<String, Long> generations = router.generations();
    ShelfState state = state(shelf);
    return state.clusters().cluster().equals(router.clusterOf(shelf.group()))
        ? Optional.of(reading(shelf, state, 0, generations))
        : Optional.empty();
  }

  private ShelfReading reading(
      Shelf shelf, ShelfState state, long since, Map<String, Long> generations) {
    return new ShelfReading(state, contents(shelf, state, since, generations));
  }

  /** How many shelves there are. */
  long count() {
    return db.sql("SELECT COUNT(*) FROM shelf").query(Long.class).single();
  }

  /**
   * Shelves in an order that never changes, with the revision of each and the cluster that keeps
   * it.
   *
   * @param last of those before; null for the first ones
   */
  List<ShelfRevision> after(@Nullable Shelf last, int limit) {
    Shelf from = last == null ? new Shelf(Group.pop(-1, -1L), 0) : last;
    return db.sql(
            """
            SELECT kind, vendor_id, group_id, shelf, revision, cluster FROM shelf
            WHERE kind > :kind
              OR (kind = :kind AND vendor_id > :vendor)
              OR (kind = :kind AND vendor_id = :vendor AND group_id > :group)
              OR (kind = :kind AND vendor_id = :vendor AND group_id = :group AND shelf > :shelf)
            ORDER BY kind, vendor_id, group_id, shelf LIMIT :limit\
            """)
        .param("kind", from.group().kind().name())
        .param("vendor", from.group().vendorId())
        .param("group", from.group().id())
        .param("shelf", from.number())
        .param("limit", limit)
        .query(
            (row, number) ->
                new ShelfRevision(Shelf.of(row), row.getLong("revision"), row.getString("cluster")))
        .list();
  }

  /** A shelf's row; of revision 0 if it has none. */
  ShelfState state(Shelf shelf) {
    return of(shelf, "SELECT * FROM shelf WHERE")
        .query(
            (row, number) ->
                new ShelfState(
                    row.getLong("revision"),
                    row.getString("cell"),
                    row.getLong("placed_revision"),
                    row.getLong("published_revision"),
                    row.getObject("unpublished_since", Long.class),
                    row.getObject("due_at", Long.class),
                    new ShelfClusters(row.getString("cluster"), row.getString("left_cluster"))))
        .optional()
        .orElseGet(
            () ->
                new ShelfState(
                    0,
                    cell,
                    0,
                    0,
                    null,
                    null,
                    new ShelfClusters(router.clusterOf(shelf.group()), null)));
  }

  private ShelfContents contents(
      Shelf shelf, ShelfState state, long since, Map<String, Long> generations) {
    SortedMap<Integer, List<SegmentRow>> segments = new TreeMap<>();
    of(shelf, "SELECT segment FROM shelf_segment WHERE revision > :since AND")
        .param("since", since)
        .query(Integer.class)
        .list()
        .forEach(segment -> segments.put(segment, new ArrayList<>()));
    if (!segments.isEmpty()) {
      readRows(shelf, segments);
    }
    return new ShelfContents(
        shelf, state.clusters(), state.revision(), since, members(shelf), segments, generations);
  }

  private List<ShelfContents.Member> members(Shelf shelf) {
    return ofPlaces(shelf, "SELECT sku_id, place, universal FROM sku s WHERE", "")
        .query(
            (row, number) ->
                new ShelfContents.Member(
                    row.getLong("sku_id"),
                    row.getInt("place") % Shelf.SIZE,
                    row.getBoolean("universal")))
        .list();
  }

  private void readRows(Shelf shelf, SortedMap<Integer, List<SegmentRow>> segments) {
    ofPlaces(
            shelf,
            """
            SELECT s.place, g.segment, g.bits
            FROM sku s JOIN sku_segment g ON g.sku_id = s.sku_id
            WHERE\
            """,
            "AND g.segment IN (:segments)")
        .param("segments", segments.keySet())
        .query(
            row -> {
              SegmentRow rowOfSku =
                  SegmentRow.ofSerialized(row.getInt("place") % Shelf.SIZE, row.getBytes("bits"));
              segments.getOrDefault(row.getInt("segment"), List.of()).add(rowOfSku);
            });
  }

  /** A statement that ends in a condition: this shelf. */
  JdbcClient.StatementSpec of(Shelf shelf, String sql) {
    return db.sql(sql + THIS)
        .param("kind", shelf.group().kind().name())
        .param("vendor", shelf.group().vendorId())
        .param("group", shelf.group().id())
        .param("shelf", shelf.number());
  }

  private JdbcClient.StatementSpec ofPlaces(Shelf shelf, String sql, String condition) {
    return db.sql(
            """
            %s s.kind = :kind AND s.vendor_id = :vendor AND s.group_id = :group
              AND s.place BETWEEN :first AND :last %s ORDER BY s.place\
            """
                .formatted(sql, condition))
        .param("kind", shelf.group().kind().name())
        .param("vendor", shelf.group().vendorId())
        .param("group", shelf.group().id())
        .param("first", shelf.number() * Shelf.SIZE)
        .param("last", (shelf.number() + 1) * Shelf.SIZE - 1);
  }
}
