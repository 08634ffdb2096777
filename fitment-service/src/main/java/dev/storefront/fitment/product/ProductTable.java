package dev.storefront.fitment.product;

import dev.storefront.fitment.product.CatalogueStep.Position;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Which version of each SKU's product was followed last, and how far its records were read. */
@Repository
class ProductTable {

  private final JdbcClient db;
  private final JdbcTemplate batches;

  ProductTable(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  /**
   * Makes sure that these SKUs have rows, locks them until the transaction ends, and reads them.
   *
   * @param skuIds in ascending order, so that two callers never wait for each other
   */
  Map<Long, Followed> lock(Collection<Long> skuIds) {
    batches.batchUpdate(
        """
        INSERT INTO product (sku_id, version, deleted) VALUES (?, -1, FALSE)
        ON DUPLICATE KEY UPDATE sku_id = VALUES(sku_id)""",
        skuIds.stream().map(skuId -> new Object[] {skuId}).toList());
    Map<Long, Followed> followed = new HashMap<>();
    db.sql("SELECT * FROM product WHERE sku_id IN (:ids)")
        .param("ids", skuIds)
        .query(
            row -> {
              followed.put(
                  row.getLong("sku_id"),
                  new Followed(
                      row.getLong("version"),
                      row.getBoolean("deleted"),
                      new Position(
                          row.getInt("read_partition"),
                          row.getLong("read_offset"),
                          row.getLong("read_time"))));
            });
    return followed;
  }

  /** Saves what was followed; the rows must be locked. */
  void save(Map<Long, Followed> followed) {
    batches.batchUpdate(
        """
        UPDATE product SET version = ?, deleted = ?, read_partition = ?, read_offset = ?, read_time = ?
        WHERE sku_id = ?""",
        followed.entrySet().stream().map(e -> columns(e.getKey(), e.getValue())).toList());
  }

  private static Object[] columns(long skuId, Followed followed) {
    Position read = followed.read();
    return new Object[] {
      followed.version(), followed.deleted(), read.partition(), read.offset(), read.time(), skuId
    };
  }

  /**
   * How far a product was followed.
   *
   * @param version -1 if nothing was heard of it
   * @param read its last record, be it news or not
   */
  record Followed(long version, boolean deleted, Position read) {

    static final Followed NOTHING = new Followed(-1, false, Position.START);

    /** True if the step is news. */
    boolean isBefore(CatalogueStep step) {
      // What has no version and is delivered again must not delete what was created after it.
      return step.version() == CatalogueStep.FORGOTTEN
          ? !deleted && step.position().isAfter(read)
          : step.version() > version;
    }

    /** With the step read, and followed if it is news. */
    Followed after(CatalogueStep step) {
      Position now = step.position().with(read);
      return isBefore(step)
          ? new Followed(Math.max(version, step.version()), step.product().isEmpty(), now)
          : new Followed(version, deleted, now);
    }
  }
}
