package dev.storefront.fitment.sku;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuFitment;
import dev.storefront.fitment.placement.SkuKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  Map<Long, Group> groupsOf(Collection<Long> skuIds) {
    Map<Long, Group> groups = new HashMap<>();
    db.sql(
            "SELECT sku_id, kind, group_id, vendor_id FROM sku WHERE version > 0 AND sku_id IN (:ids)")
        .param("ids", skuIds)
        .query(
            row -> {
              groups.put(row.getLong("sku_id"), group(row));
            });
    return groups;
  }

  /** SKUs whose group has this id, be it an SPU or a main SKU. */
  Map<Long, Group> members(long groupId, long afterSkuId, int limit) {
    Map<Long, Group> members = new LinkedHashMap<>();
    db.sql(
            """
            SELECT sku_id, kind, group_id, vendor_id FROM sku WHERE group_id = ? AND sku_id > ?
            ORDER BY sku_id LIMIT ?""")
        .params(groupId, afterSkuId, limit)
        .query(
            row -> {
              members.put(row.getLong("sku_id"), group(row));
            });
    return members;
  }

  /** What is known of these SKUs, each read in one consistent step. */
  List<SkuFitment> find(Collection<Long> skuIds) {
    Map<Long, Builder> found = new LinkedHashMap<>();
    db.sql(
            """
            SELECT s.sku_id, s.kind, s.group_id, s.vendor_id, s.version, s.universal, s.segment_span,
              g.segment, g.bits
            FROM sku s LEFT JOIN sku_segment g ON g.sku_id = s.sku_id
            WHERE s.sku_id IN (:ids)""")
        .param("ids", skuIds)
        .query(
            row -> {
              found.computeIfAbsent(row.getLong("sku_id"), id -> new Builder()).add(row);
            });
    return found.values().stream().map(Builder::build).toList();
  }

  /**
   * Makes sure that the SKU has a row and locks it until the transaction ends.
   *
   * @return what the row says; version 0 if it is new
   */
  SkuFitment lockOrCreate(NewFitment fitment) {
    Group group = fitment.group();
    db.sql(
            """
            INSERT INTO sku (sku_id, kind, group_id, vendor_id, universal, version, segment_span)
            VALUES (?, ?, ?, ?, FALSE, 0, 0) ON DUPLICATE KEY UPDATE sku_id = VALUES(sku_id)""")
        .params(fitment.skuId(), group.kind().name(), group.id(), group.vendorId())
        .update();
    return lock(fitment.skuId()).orElseThrow();
  }

  /** Locks a SKU until the transaction ends and reads it. */
  Optional<SkuFitment> lock(long skuId) {
    Integer rows =
        db.sql("SELECT 1 FROM sku WHERE sku_id = ? FOR UPDATE")
            .param(skuId)
            .query(Integer.class)
            .optional()
            .orElse(0);
    return rows == 0 ? Optional.empty() : find(List.of(skuId)).stream().findFirst();
  }

  /** Saves what a SKU is; its row must be locked. */
  void saveSku(NewFitment fitment) {
    Group group = fitment.group();
    db.sql(
            """
            UPDATE sku SET kind = :kind, group_id = :group, spu_id = :spu, main_sku_id = :mainSku,
              vendor_id = :vendor, universal = :universal
            WHERE sku_id = :sku""")
        .param("kind", group.kind().name())
        .param("group", group.id())
        .param("spu", fitment.spuId())
        .param("mainSku", fitment.mainSkuId())
        .param("vendor", fitment.vendorId())
        .param("universal", fitment.universal())
        .param("sku", fitment.skuId())
        .update();
  }

  /** Saves a SKU's vehicles and version; its row must be locked. */
  void saveVehicles(SkuFitment fitment) {
    long skuId = fitment.skuId();
    db.sql("UPDATE sku SET version = ?, segment_span = ? WHERE sku_id = ?")
        .params(fitment.version(), fitment.segmentSpan(), skuId)
        .update();
    db.sql("DELETE FROM sku_segment WHERE sku_id = ?").param(skuId).update();
    List<Object[]> rows = new ArrayList<>();
    for (int segment = 0; segment < fitment.vehicles().segmentSpan(); segment++) {
      byte[] bits = fitment.vehicles().segment(segment);
      if (bits.length > 0) {
        rows.add(new Object[] {skuId, segment, bits});
      }
    }
    batches.batchUpdate("INSERT INTO sku_segment (sku_id, segment, bits) VALUES (?, ?, ?)", rows);
  }

  private static Group group(ResultSet row) throws SQLException {
    return new Group(
        SkuKind.valueOf(row.getString("kind")), row.getLong("group_id"), row.getLong("vendor_id"));
  }

  /** Gathers the rows of one SKU. */
  private static final class Builder {

    private final Map<Integer, byte[]> segments = new HashMap<>();
    private SkuFitment sku = new SkuFitment(0, Group.self(0), 0, false, new VehicleSet(), 0);

    void add(ResultSet row) throws SQLException {
      sku =
          new SkuFitment(
              row.getLong("sku_id"),
              group(row),
              row.getLong("version"),
              row.getBoolean("universal"),
              sku.vehicles(),
              row.getInt("segment_span"));
      byte[] bits = row.getBytes("bits");
      if (bits != null) {
        segments.put(row.getInt("segment"), bits);
      }
    }

    SkuFitment build() {
      return new SkuFitment(
          sku.skuId(),
          sku.group(),
          sku.version(),
          sku.universal(),
          VehicleSet.ofSegments(segments),
          sku.segmentSpan());
    }
  }
}
