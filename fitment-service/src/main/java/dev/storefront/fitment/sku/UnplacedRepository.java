package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuKind;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Which groups in Redis still have to be told of a SKU's write. Noted in the write's own
 * transaction, so that neither a crash nor a Redis that is away leaves the two different for good.
 */
@Repository
class UnplacedRepository {

  /** Whoever wrote places at once; only what is still here after this long needs repair. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final Clock clock;

  UnplacedRepository(JdbcClient db, JdbcTemplate batches, Clock clock) {
    this.db = db;
    this.batches = batches;
    this.clock = clock;
  }

  void add(Placing placing) {
    long dueAt = clock.millis() + GRACE.toMillis();
    Set<Group> groups = new HashSet<>(placing.left());
    groups.add(placing.fitment().group());
    batches.batchUpdate(
        """
        INSERT INTO sku_unplaced (sku_id, kind, group_id, vendor_id, version, due_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE version = VALUES(version), due_at = VALUES(due_at)""",
        groups.stream()
            .map(
                g ->
                    new Object[] {
                      placing.fitment().skuId(),
                      g.kind().name(),
                      g.id(),
                      g.vendorId(),
                      placing.fitment().version(),
                      dueAt
                    })
            .toList());
  }

  /** SKUs that should have been placed by now, longest due first. */
  List<Long> due(int limit) {
    return db
        .sql("SELECT sku_id FROM sku_unplaced WHERE due_at <= ? ORDER BY due_at LIMIT ?")
        .params(clock.millis(), limit)
        .query(Long.class)
        .list()
        .stream()
        .distinct()
        .toList();
  }

  /** All groups that have to be told of these SKUs. */
  Map<Long, Set<Group>> groupsOf(Collection<Long> skuIds) {
    Map<Long, Set<Group>> groups = new HashMap<>();
    db.sql("SELECT sku_id, kind, group_id, vendor_id FROM sku_unplaced WHERE sku_id IN (:ids)")
        .param("ids", skuIds)
        .query(
            row -> {
              groups
                  .computeIfAbsent(row.getLong(1), id -> new HashSet<>())
                  .add(
                      new Group(SkuKind.valueOf(row.getString(2)), row.getLong(3), row.getLong(4)));
            });
    return groups;
  }

  /** Tries these again later, after others had their turn. */
  void postpone(Collection<Long> skuIds, Duration delay) {
    db.sql("UPDATE sku_unplaced SET due_at = :due WHERE sku_id IN (:ids)")
        .param("due", clock.millis() + delay.toMillis())
        .param("ids", skuIds)
        .update();
  }

  /** A group has been told of a SKU's version. */
  void remove(Collection<Told> told) {
    batches.batchUpdate(
        "DELETE FROM sku_unplaced WHERE sku_id = ? AND kind = ? AND group_id = ? AND vendor_id = ?"
            + " AND version <= ?",
        told.stream()
            .map(
                t ->
                    new Object[] {
                      t.skuId(),
                      t.group().kind().name(),
                      t.group().id(),
                      t.group().vendorId(),
                      t.version()
                    })
            .toList());
  }

  /**
   * @param version the version that was written
   */
  record Told(long skuId, Group group, long version) {}
}
