package dev.storefront.fitment.part;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.fitment.placement.SkuKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Which SKU each part number is sold as. Several may be sold as one. */
@Repository
public class PartNumbers {

  static final int LONGEST = 64;

  /** What a brand may be. */
  static final String BRAND = "^[A-Za-z0-9]{1,16}$";

  private static final String SELECT =
      "SELECT part_number, brand, sku_id, kind, spu_id, main_sku_id, vendor_id FROM part_number"
          + " WHERE part_number = ?";

  private final JdbcClient db;
  private final JdbcTemplate batches;

  PartNumbers(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  /**
   * What a brand's part number is sold as, if anything: what was said of the brand, else what was
   * said of any brand.
   *
   * @param brand empty if nobody said
   */
  @UseCase("find-part-number")
  public Optional<PartNumber> resolve(String partNumber, String brand) {
    return db.sql(SELECT + " AND brand IN (?, '') ORDER BY brand DESC LIMIT 1")
        .params(partNumber, brand)
        .query(PartNumbers::row)
        .optional();
  }

  /** What was said of this part number of this brand. */
  Optional<PartNumber> find(String partNumber, @Nullable String brand) {
    return db.sql(SELECT + " AND brand = ?")
        .params(partNumber, orEmpty(brand))
        .query(PartNumbers::row)
        .optional();
  }

  /** Replaces what is known of these part numbers; of one that is given twice, the last counts. */
  void save(List<PartNumber> some) {
    batches.batchUpdate(
        """
        INSERT INTO part_number
          (part_number, brand, sku_id, kind, spu_id, main_sku_id, vendor_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE sku_id = VALUES(sku_id), kind = VALUES(kind),
          spu_id = VALUES(spu_id), main_sku_id = VALUES(main_sku_id),
          vendor_id = VALUES(vendor_id)\
        """,
        some.stream()
            // In one order always, so that two of these never wait for each other's locks.
            .sorted(
                Comparator.comparing(PartNumber::partNumber)
                    .thenComparing(part -> orEmpty(part.brand())))
            .map(
                p ->
                    new Object[] {
                      p.partNumber(),
                      orEmpty(p.brand()),
                      p.skuId(),
                      p.kind().name(),
                      p.spuId(),
                      p.mainSkuId(),
                      p.vendorId()
                    })
            .toList());
  }

  /** Forgets a part number; does nothing if it is not known. */
  void delete(String partNumber, @Nullable String brand) {
    db.sql("DELETE FROM part_number WHERE part_number = ? AND brand = ?")
        .params(partNumber, orEmpty(brand))
        .update();
  }

  private static String orEmpty(@Nullable String brand) {
    return brand == null ? "" : brand;
  }

  private static PartNumber row(ResultSet row, int number) throws SQLException {
    return new PartNumber(
        row.getString("part_number"),
        row.getString("brand").isEmpty() ? null : row.getString("brand"),
        row.getLong("sku_id"),
        SkuKind.valueOf(row.getString("kind")),
        row.getObject("spu_id", Long.class),
        row.getObject("main_sku_id", Long.class),
        row.getObject("vendor_id", Long.class));
  }
}
