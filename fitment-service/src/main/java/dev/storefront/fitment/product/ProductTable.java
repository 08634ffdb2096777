package dev.storefront.fitment.product;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Which version of each SKU's product was followed last. */
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
    db.sql("SELECT sku_id, version, deleted FROM product WHERE sku_id IN (:ids)")
        .param("ids", skuIds)
        .query(
            row -> {
              followed.put(
                  row.getLong("sku_id"),
                  new Followed(row.getLong("version"), row.getBoolean("deleted")));
            });
    return followed;
  }

  /** Saves what was followed; the rows must be locked. */
  void save(Map<Long, Followed> followed) {
    batches.batchUpdate(
        "UPDATE product SET version = ?, deleted = ? WHERE sku_id = ?",
        followed.entrySet().stream()
            .map(e -> new Object[] {e.getValue().version(), e.getValue().deleted(), e.getKey()})
            .toList());
  }

  /**
   * How far a product was followed.
   *
   * @param version -1 if nothing was heard of it
   */
  record Followed(long version, boolean deleted) {

    static final Followed NOTHING = new Followed(-1, false);

    /** True if the step is news. */
    boolean isBefore(CatalogueStep step) {
      return step.version() == CatalogueStep.FORGOTTEN ? !deleted : step.version() > version;
    }

    Followed after(CatalogueStep step) {
      return new Followed(Math.max(version, step.version()), step.group().isEmpty());
    }
  }
}
