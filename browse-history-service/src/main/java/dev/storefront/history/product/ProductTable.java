package dev.storefront.history.product;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code product}. */
@Repository
class ProductTable {

  /** {@code version} is assigned last: MySQL sees the assignments before it. */
  private static final String UPSERT =
      """
      INSERT INTO product (sku_id, spu_id, main_sku_id, name, image_url, deleted, version)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE
        spu_id = IF(VALUES(version) > version, VALUES(spu_id), spu_id),
        main_sku_id = IF(VALUES(version) > version, VALUES(main_sku_id), main_sku_id),
        name = IF(VALUES(version) > version, VALUES(name), name),
        image_url = IF(VALUES(version) > version, VALUES(image_url), image_url),
        deleted = IF(VALUES(version) > version, VALUES(deleted), deleted),
        version = GREATEST(VALUES(version), version)
      """;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;

  ProductTable(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
    this.client = JdbcClient.create(jdbc);
  }

  /** Writes the changes in order; one that is not newer than what is stored changes nothing. */
  void apply(List<ProductChange> changes) {
    if (!changes.isEmpty()) {
      jdbc.batchUpdate(UPSERT, changes, changes.size(), ProductTable::bind);
    }
  }

  /** For the SKU's record that vanished from the topic: hides it until a newer version comes. */
  void markDeleted(long skuId) {
    jdbc.update("UPDATE product SET deleted = TRUE WHERE sku_id = ?", skuId);
  }

  List<Product> find(Collection<Long> skuIds) {
    return client
        .sql(
            """
            SELECT sku_id, spu_id, main_sku_id, name, image_url, deleted
            FROM product WHERE sku_id IN (:skuIds)
            """)
        .param("skuIds", skuIds)
        .query(ProductTable::product)
        .list();
  }

  private static void bind(PreparedStatement insert, ProductChange change) throws SQLException {
    insert.setLong(1, change.skuId());
    insert.setObject(2, change.spuId());
    insert.setObject(3, change.mainSkuId());
    insert.setString(4, change.name());
    insert.setString(5, change.imageUrl());
    insert.setBoolean(6, Boolean.TRUE.equals(change.deleted()));
    insert.setLong(7, change.version());
  }

  private static Product product(ResultSet row, int number) throws SQLException {
    return new Product(
        row.getLong("sku_id"),
        row.getObject("spu_id", Long.class),
        row.getObject("main_sku_id", Long.class),
        row.getString("name"),
        row.getString("image_url"),
        row.getBoolean("deleted"));
  }
}
