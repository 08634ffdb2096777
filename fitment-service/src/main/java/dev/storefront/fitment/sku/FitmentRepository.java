package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Place;
import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.SkuKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The source of truth: a row per SKU, and one per SKU and segment. */
@Repository
class FitmentRepository {

  private final JdbcClient db;
  private final JdbcTemplate batches;

  FitmentRepository(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  Map<Long, Shelf> shelvesOf(Collection<Long> skuIds) {
    Map<Long, Shelf> shelves = new HashMap<>();
    db.sql("SELECT sku_id, kind, vendor_id, group_id, place FROM sku WHERE sku_id IN (:ids)")
        .param("ids", skuIds)
        .query(
            row -> {
              shelves.put(row.getLong("sku_id"), Place.of(row).shelf());
            });
    return shelves;
  }

  /** SKUs whose group has this id, of any kind if that is null, by their ids. */
  Map<Long, Shelf> members(long groupId, @Nullable SkuKind kind, long afterSkuId, int limit) {
    Map<Long, Shelf> members = new LinkedHashMap<>();
    db.sql(
            """
            SELECT sku_id, kind, vendor_id, group_id, place FROM sku
            WHERE group_id = :group AND sku_id > :after AND (:kind IS NULL OR kind = :kind)
            ORDER BY sku_id LIMIT :limit\
            """)
        .param("group", groupId)
        .param("after", afterSkuId)
        .param("kind", kind == null ? null : kind.name())
        .param("limit", limit)
        .query(
            row -> {
              members.put(row.getLong("sku_id"), Place.of(row).shelf());
            });
    return members;
  }

  /**
   * SKUs by their ids.
   *
   * @param kind null for both
   * @param groupId an SPU or a main SKU, null for all groups
   */
  List<Long> idsAfter(long afterSkuId, @Nullable SkuKind kind, @Nullable Long groupId, int limit) {
    return db.sql(
            """
            SELECT sku_id FROM sku
            WHERE sku_id > :after AND place IS NOT NULL
              AND (:kind IS NULL OR kind = :kind) AND (:group IS NULL OR group_id = :group)
            ORDER BY sku_id LIMIT :limit\
            """)
        .param("after", afterSkuId)
        .param("kind", kind == null ? null : kind.name())
        .param("group", groupId)
        .param("limit", limit)
        .query(Long.class)
        .list();
  }

  /** What is known of these SKUs, all read in one consistent step. */
  Map<Long, SkuFitment> find(Collection<Long> skuIds) {
    Map<Long, SkuFitment> skus = new LinkedHashMap<>();
    if (skuIds.isEmpty()) {
      return skus;
    }
    db.sql(
            """
            SELECT s.sku_id, s.kind, s.vendor_id, s.group_id, s.place, s.version, s.universal,
              s.spu_id, s.main_sku_id, s.given_vendor_id, g.segment, g.bits
            FROM sku s LEFT JOIN sku_segment g ON g.sku_id = s.sku_id
            WHERE s.place IS NOT NULL AND s.sku_id IN (:ids)\
            """)
        .param("ids", skuIds)
        .query(
            row -> {
              SkuFitment sku = skus.get(row.getLong("sku_id"));
              if (sku == null) {
                sku = withoutVehicles(row);
                skus.put(sku.skuId(), sku);
              }
              byte[] bits = row.getBytes("bits");
              if (bits != null) {
                sku.vehicles().addSerialized(row.getInt("segment"), bits);
              }
            });
    return skus;
  }

  /**
   * Makes sure that these SKUs have rows, locks them until the transaction ends, and reads them.
   *
   * @param some in the order of their ids, so that two writers never wait for each other
   * @return those of which something was known
   */
  Map<Long, SkuFitment> lockOrCreate(List<NewFitment> some) {
    batches.batchUpdate(
        """
        INSERT INTO sku (sku_id, kind, vendor_id, group_id, universal, version)
        VALUES (?, ?, ?, ?, FALSE, 0) ON DUPLICATE KEY UPDATE sku_id = VALUES(sku_id)\
        """,
        some.stream()
            .map(
                f -> {
                  Group group = f.group();
                  return new Object[] {
                    f.skuId(), group.kind().name(), group.vendorId(), group.id()
                  };
                })
            .toList());
    return find(some.stream().map(NewFitment::skuId).toList());
  }

  /** Locks SKUs until the transaction ends and reads those that are known. */
  Map<Long, SkuFitment> lock(Collection<Long> skuIds) {
    db.sql("SELECT sku_id FROM sku WHERE sku_id IN (:ids) ORDER BY sku_id FOR UPDATE")
        .param("ids", skuIds)
        .query(Long.class)
        .list();
    return find(skuIds);
  }

  /** The version of SKUs that are new: higher than any that a removed one had. */
  long firstVersion() {
    return db.sql("SELECT removed + 1 FROM sku_version WHERE id = 1").query(Long.class).single();
  }

  /** Saves changes of SKUs whose rows are locked. */
  void save(List<SkuChange> changes) {
    batches.batchUpdate(
        """
        UPDATE sku SET kind = ?, vendor_id = ?, group_id = ?, place = ?, universal = ?, version = ?,
          spu_id = ?, main_sku_id = ?, given_vendor_id = ?
        WHERE sku_id = ?\
        """,
        changes.stream()
            .map(SkuChange::after)
            .filter(Objects::nonNull)
            .map(FitmentRepository::columns)
            .toList());
    remove(
        changes.stream()
            .filter(change -> change.after() == null)
            .map(SkuChange::before)
            .filter(Objects::nonNull)
            .toList());
    saveSegments(changes);
  }

  private void remove(List<SkuFitment> some) {
    batches.batchUpdate(
        "DELETE FROM sku WHERE sku_id = ?",
        some.stream().map(sku -> new Object[] {sku.skuId()}).toList());
    some.stream()
        .mapToLong(SkuFitment::version)
        .max()
        .ifPresent(
            newest ->
                db.sql("UPDATE sku_version SET removed = ? WHERE id = 1 AND removed < ?")
                    .params(newest, newest)
                    .update());
  }

  private void saveSegments(List<SkuChange> changes) {
    List<Object[]> full = new ArrayList<>();
    List<Object[]> empty = new ArrayList<>();
    for (SkuChange change : changes) {
      for (int segment : change.segments()) {
        if (change.vehicles().segments().contains(segment)) {
          full.add(new Object[] {change.skuId(), segment, change.vehicles().serialized(segment)});
        } else {
          empty.add(new Object[] {change.skuId(), segment});
        }
      }
    }
    batches.batchUpdate(
        """
        INSERT INTO sku_segment (sku_id, segment, bits) VALUES (?, ?, ?)
        ON DUPLICATE KEY UPDATE bits = VALUES(bits)\
        """,
        full);
    batches.batchUpdate("DELETE FROM sku_segment WHERE sku_id = ? AND segment = ?", empty);
  }

  private static Object[] columns(SkuFitment sku) {
    Group group = sku.place().group();
    return new Object[] {
      group.kind().name(),
      group.vendorId(),
      group.id(),
      sku.place().number(),
      sku.universal(),
      sku.version(),
      sku.product().spuId(),
      sku.product().mainSkuId(),
      sku.product().vendorId(),
      sku.skuId()
    };
  }

  private static SkuFitment withoutVehicles(ResultSet row) throws SQLException {
    return new SkuFitment(
        row.getLong("sku_id"),
        ProductIds.of(row),
        Place.of(row),
        row.getLong("version"),
        row.getBoolean("universal"),
        new VehicleSet());
  }
}
