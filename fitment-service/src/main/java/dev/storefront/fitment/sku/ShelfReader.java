package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.SegmentRow;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfContents;
import dev.storefront.fitment.placement.ShelfHome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads what is on the shelves, as Redis is to have it. */
@Repository
class ShelfReader {

  private static final String THIS =
      " kind = :kind AND vendor_id = :vendor AND group_id = :group AND shelf = :shelf";

  private final JdbcClient db;
  private final PlacedFitments placed;

  ShelfReader(JdbcClient db, PlacedFitments placed) {
    this.db = db;
    this.placed = placed;
  }

  /**
   * What changed on a shelf since it was placed. To be called in a transaction that sees one
   * snapshot.
   *
   * @return empty if nothing did
   */
  Optional<ShelfContents> unplaced(Shelf shelf) {
    Revisions revisions = revisions(shelf);
    return revisions.placed() >= revisions.current()
        ? Optional.empty()
        : Optional.of(contents(shelf, revisions, revisions.placed()));
  }

  /** All that is on a shelf. To be called in a transaction that sees one snapshot. */
  ShelfContents all(Shelf shelf) {
    return contents(shelf, revisions(shelf), 0);
  }

  /** Which cluster keeps a shelf. To be called in a transaction that sees one snapshot. */
  ShelfHome home(Shelf shelf) {
    return revisions(shelf).home();
  }

  /** A shelf's revision; 0 if it never had one. */
  long revision(Shelf shelf) {
    return revisions(shelf).current();
  }

  /** How many shelves there are. */
  long count() {
    return db.sql("SELECT COUNT(*) FROM shelf").query(Long.class).single();
  }

  /**
   * Shelves in an order that never changes.
   *
   * @param last of those before; null for the first ones
   */
  List<Shelf> after(@Nullable Shelf last, int limit) {
    Shelf from = last == null ? new Shelf(Group.pop(-1, -1L), 0) : last;
    return db.sql(
            """
            SELECT kind, vendor_id, group_id, shelf FROM shelf
            WHERE kind > :kind
              OR (kind = :kind AND vendor_id > :vendor)
              OR (kind = :kind AND vendor_id = :vendor AND group_id > :group)
              OR (kind = :kind AND vendor_id = :vendor AND group_id = :group AND shelf > :shelf)
            ORDER BY kind, vendor_id, group_id, shelf LIMIT :limit""")
        .param("kind", from.group().kind().name())
        .param("vendor", from.group().vendorId())
        .param("group", from.group().id())
        .param("shelf", from.number())
        .param("limit", limit)
        .query((row, number) -> GroupRow.shelf(row))
        .list();
  }

  /** The shelves of all groups with this id, each with the segments that ever had vehicles. */
  Map<Shelf, SortedSet<Integer>> segmentsOf(long groupId) {
    Map<Shelf, SortedSet<Integer>> shelves = new LinkedHashMap<>();
    db.sql(
            """
            SELECT kind, vendor_id, group_id, shelf, segment FROM shelf_segment
            WHERE group_id = ? ORDER BY kind, vendor_id, shelf, segment""")
        .param(groupId)
        .query(
            row -> {
              shelves
                  .computeIfAbsent(GroupRow.shelf(row), s -> new TreeSet<>())
                  .add(row.getInt("segment"));
            });
    return shelves;
  }

  private Revisions revisions(Shelf shelf) {
    return of(shelf, "SELECT revision, placed_revision, cluster, left_cluster FROM shelf WHERE")
        .query(
            (row, number) ->
                new Revisions(
                    row.getLong(1),
                    row.getLong(2),
                    new ShelfHome(row.getString(3), row.getString(4))))
        .optional()
        .orElseGet(() -> new Revisions(0, 0, new ShelfHome(placed.clusterOf(shelf.group()), null)));
  }

  private ShelfContents contents(Shelf shelf, Revisions revisions, long since) {
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
        shelf, revisions.home(), revisions.current(), since, members(shelf), segments);
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
            WHERE""",
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
              AND s.place BETWEEN :first AND :last %s ORDER BY s.place"""
                .formatted(sql, condition))
        .param("kind", shelf.group().kind().name())
        .param("vendor", shelf.group().vendorId())
        .param("group", shelf.group().id())
        .param("first", shelf.number() * Shelf.SIZE)
        .param("last", (shelf.number() + 1) * Shelf.SIZE - 1);
  }

  /**
   * @param placed which of them Redis is known to have
   */
  private record Revisions(long current, long placed, ShelfHome home) {}
}
