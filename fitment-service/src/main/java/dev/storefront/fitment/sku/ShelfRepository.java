package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.SegmentRow;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfContents;
import dev.storefront.fitment.placement.ShelfHome;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The shelves: their revisions, which of these Redis has, and what is on them. A change is noted in
 * its own transaction, so that neither a crash nor a Redis that is away leaves the two different
 * for good.
 */
@Repository
class ShelfRepository {

  /** The order in which all writers lock groups. */
  static final Comparator<Group> LOCK_ORDER =
      Comparator.comparing(Group::kind).thenComparing(Group::vendorId).thenComparing(Group::id);

  /** Whoever wrote places at once; only what is not placed after this long needs repair. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final String THIS =
      " kind = :kind AND vendor_id = :vendor AND group_id = :group AND shelf = :shelf";

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final PlacedFitments placed;
  private final Clock clock;

  ShelfRepository(JdbcClient db, JdbcTemplate batches, PlacedFitments placed, Clock clock) {
    this.placed = placed;
    this.db = db;
    this.batches = batches;
    this.clock = clock;
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
    of(
            shelf,
            """
            UPDATE shelf SET placed_revision = GREATEST(placed_revision, :revision),
              left_cluster = IF(revision <= :revision, NULL, left_cluster),
              due_at = IF(revision <= :revision, NULL, due_at)
            WHERE""")
        .param("revision", revision)
        .update();
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

  /** True if a change is so fresh that whoever made it may still be placing it. */
  boolean isUnderWay(Shelf shelf) {
    return of(shelf, "SELECT COUNT(*) FROM shelf WHERE due_at > :now AND")
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
    of(
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
    of(shelf, "UPDATE shelf_segment SET revision = :revision WHERE")
        .param("revision", revisions(shelf).current())
        .update();
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

  private JdbcClient.StatementSpec of(Shelf shelf, String sql) {
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

  /**
   * @param placed which of them Redis is known to have
   */
  private record Revisions(long current, long placed, ShelfHome home) {}
}
