package dev.storefront.fitment.imports;

import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.placement.ProductIds;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Applications of imports under way, by SKU, in MySQL: a file of any size takes no memory here. */
@Repository
class AcesStaging {

  private static final int MOST_SKUS = 50;
  private static final long MOST_BYTES = 8L * 1024 * 1024;

  /** Applications that are looked at to find the next SKUs; one SKU may have more. */
  private static final int MOST_APPS = 20_000;

  private static final int READ_AT_ONCE = 1_000;
  private static final int DELETED_AT_ONCE = 5_000;

  private final JdbcClient db;
  private final JdbcTemplate batches;

  AcesStaging(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  void add(String importId, List<StagedApp> apps) {
    batches.batchUpdate(
        """
        INSERT INTO aces_app (import_id, sku_id, app, kind, vendor_id, group_id,
          spu_id, main_sku_id, given_vendor_id,
          vehicle_offsets, position, part_type, quantity, note)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """,
        apps.stream()
            .map(
                app ->
                    new Object[] {
                      importId,
                      app.skuId(),
                      app.number(),
                      app.product().kind().name(),
                      app.product().group().vendorId(),
                      app.product().group().id(),
                      app.product().spuId(),
                      app.product().mainSkuId(),
                      app.product().vendorId(),
                      bytes(app.offsets()),
                      app.note().position(),
                      app.note().partType(),
                      app.note().quantity(),
                      app.note().text()
                    })
            .toList());
  }

  /** Some SKUs that have applications, as many as are written in one step; none at the end. */
  List<Long> nextSkus(String importId) {
    List<Long> skuIds = new ArrayList<>();
    long[] bytes = {0};
    long[] apps = {0};
    db.sql(
            """
            SELECT sku_id, SUM(bytes), COUNT(*) FROM (
              SELECT sku_id, LENGTH(vehicle_offsets) + LENGTH(position) + LENGTH(part_type)
                + LENGTH(note) AS bytes
              FROM aces_app WHERE import_id = ? ORDER BY sku_id, app LIMIT ?) looked_at
            GROUP BY sku_id ORDER BY sku_id LIMIT ?\
            """)
        .params(importId, MOST_APPS, MOST_SKUS)
        .query(
            row -> {
              bytes[0] += row.getLong(2);
              apps[0] += row.getLong(3);
              // Of the last one that was looked at there may be more.
              boolean isWhole = apps[0] < MOST_APPS;
              if (skuIds.isEmpty() || (isWhole && bytes[0] <= MOST_BYTES)) {
                skuIds.add(row.getLong(1));
              }
            });
    return skuIds;
  }

  /** Reads a SKU's applications in their order, some at a time. */
  void read(String importId, long skuId, Consumer<StagedApp> reader) {
    long after = 0;
    List<StagedApp> some;
    do {
      some =
          db.sql(
                  """
                  SELECT * FROM aces_app WHERE import_id = ? AND sku_id = ? AND app > ?
                  ORDER BY app LIMIT ?\
                  """)
              .params(importId, skuId, after, READ_AT_ONCE)
              .query(AcesStaging::app)
              .list();
      some.forEach(reader);
      after = some.isEmpty() ? after : some.get(some.size() - 1).number();
    } while (some.size() == READ_AT_ONCE);
  }

  /**
   * Removes all applications of SKUs, some in each statement: one for all would take longer than
   * the database is waited for. Each looks only behind those that went before, which it would have
   * to pass over until the transaction ends.
   */
  void remove(String importId, List<Long> skuIds) {
    long first = 0;
    long last;
    do {
      last = lastOfSome(importId, skuIds, first);
      db.sql(
              """
              DELETE FROM aces_app WHERE import_id = :import AND sku_id IN (:skus)
                AND app BETWEEN :first AND :last\
              """)
          .param("import", importId)
          .param("skus", skuIds)
          .param("first", first)
          .param("last", last)
          .update();
      first = last + 1;
    } while (last < Long.MAX_VALUE);
  }

  private long lastOfSome(String importId, List<Long> skuIds, long first) {
    return db.sql(
            """
            SELECT app FROM aces_app WHERE import_id = :import AND sku_id IN (:skus)
              AND app >= :first ORDER BY app LIMIT 1 OFFSET :others\
            """)
        .param("import", importId)
        .param("skus", skuIds)
        .param("first", first)
        .param("others", DELETED_AT_ONCE - 1)
        .query(Long.class)
        .optional()
        .orElse(Long.MAX_VALUE);
  }

  void removeAll(String importId) {
    int removed;
    do {
      removed =
          db.sql("DELETE FROM aces_app WHERE import_id = ? LIMIT " + DELETED_AT_ONCE)
              .param(importId)
              .update();
    } while (removed == DELETED_AT_ONCE);
  }

  private static StagedApp app(ResultSet row, int number) throws SQLException {
    return new StagedApp(
        row.getLong("app"),
        row.getLong("sku_id"),
        ProductIds.of(row),
        offsets(row.getBytes("vehicle_offsets")),
        new FitmentNote(
            row.getString("position"),
            row.getString("part_type"),
            row.getObject("quantity", Integer.class),
            row.getString("note")));
  }

  private static byte[] bytes(int[] offsets) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * offsets.length);
    bytes.asIntBuffer().put(offsets);
    return bytes.array();
  }

  private static int[] offsets(byte[] bytes) {
    IntBuffer ints = ByteBuffer.wrap(bytes).asIntBuffer();
    int[] offsets = new int[ints.remaining()];
    ints.get(offsets);
    return offsets;
  }
}
