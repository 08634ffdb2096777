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

  /**
   * As {@link ProductRecord#with}; {@code position} and {@code version} are assigned last, as
   * others compare with them. {@code tombstone} may change before. The version follows the
   * position, which is the other record's only if that counts.
   */
  private static final String UPSERT =
      """
      INSERT INTO product (sku_id, kind, spu_id, main_sku_id, name, image_url, deleted, version,
        position, tombstone)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE
        kind = IF(%1$s, VALUES(kind), kind),
        spu_id = IF(%1$s, VALUES(spu_id), spu_id),
        main_sku_id = IF(%1$s, VALUES(main_sku_id), main_sku_id),
        name = IF(%1$s, VALUES(name), name),
        image_url = IF(%1$s, VALUES(image_url), image_url),
        deleted = IF(%1$s, VALUES(deleted), deleted),
        tombstone = GREATEST(VALUES(tombstone), tombstone),
        position = IF(%1$s, VALUES(position), position),
        version = IF(VALUES(position) = position, VALUES(version), version)
      """
          .formatted(
              "IF((GREATEST(VALUES(tombstone), tombstone) > VALUES(position))"
                  + " = (GREATEST(VALUES(tombstone), tombstone) > position),"
                  + " VALUES(version) > version"
                  + " OR (VALUES(version) = version AND VALUES(position) > position),"
                  + " VALUES(position) > position)");

  private final JdbcTemplate jdbc;
  private final JdbcClient client;

  ProductTable(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
    this.client = JdbcClient.create(jdbc);
  }

  /** Adds what these say, in any order, however often. */
  void apply(List<ProductRecord> records) {
    jdbc.batchUpdate(UPSERT, records, records.size(), ProductTable::bind);
  }

  List<ProductRecord> find(Collection<Long> skuIds) {
    return client
        .sql(
            """
            SELECT sku_id, kind, spu_id, main_sku_id, name, image_url, deleted, version, position,
              tombstone
            FROM product WHERE sku_id IN (:skuIds)
            """)
        .param("skuIds", skuIds)
        .query(ProductTable::record)
        .list();
  }

  private static void bind(PreparedStatement insert, ProductRecord record) throws SQLException {
    insert.setLong(1, record.skuId());
    insert.setString(2, record.kind());
    insert.setObject(3, record.spuId());
    insert.setObject(4, record.mainSkuId());
    insert.setString(5, record.name());
    insert.setString(6, record.imageUrl());
    insert.setBoolean(7, record.deleted());
    insert.setLong(8, record.version());
    insert.setLong(9, record.position());
    insert.setLong(10, record.tombstone());
  }

  private static ProductRecord record(ResultSet row, int number) throws SQLException {
    return new ProductRecord(
        row.getLong("sku_id"),
        row.getString("kind"),
        row.getObject("spu_id", Long.class),
        row.getObject("main_sku_id", Long.class),
        row.getString("name"),
        row.getString("image_url"),
        row.getBoolean("deleted"),
        row.getLong("version"),
        row.getLong("position"),
        row.getLong("tombstone"));
  }
}
