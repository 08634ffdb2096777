package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.CellProperties;
import dev.storefront.fitment.placement.Shelf;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.TransactionException;

/**
 * Shelves that SKUs left through this cell and that its Redis may still have with them, because
 * they could not be placed. An instance that remembers a SKU there goes on answering what was; so
 * no later write of the SKU has succeeded before they are placed.
 */
@Repository
class LeftShelves {

  private static final Logger log = LoggerFactory.getLogger(LeftShelves.class);

  private static final String THIS = " kind = ? AND vendor_id = ? AND group_id = ? AND shelf = ?";

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final String cell;

  LeftShelves(JdbcClient db, JdbcTemplate batches, CellProperties cells) {
    this.db = db;
    this.batches = batches;
    this.cell = cells.cell();
  }

  /** Notes what changes leave; the shelves must have their new revisions. */
  void note(List<SkuChange> changes) {
    batches.batchUpdate(
        """
        INSERT INTO left_shelf (sku_id, cell, kind, vendor_id, group_id, shelf, revision)
        SELECT ?, ?, kind, vendor_id, group_id, shelf, revision FROM shelf WHERE\
        """
            + THIS
            + " ON DUPLICATE KEY UPDATE left_shelf.revision = VALUES(revision)",
        changes.stream()
            .flatMap(
                change ->
                    change.left().stream()
                        .map(shelf -> ShelfRepository.columns(change.skuId(), cell, shelf)))
            .toList());
  }

  /** Those of SKUs whose rows are locked. */
  List<LeftShelf> of(Collection<Long> skuIds) {
    return skuIds.isEmpty()
        ? List.of()
        : db.sql("SELECT * FROM left_shelf WHERE cell = :cell AND sku_id IN (:ids)")
            .param("cell", cell)
            .param("ids", skuIds)
            .query((row, number) -> leftShelf(row))
            .list();
  }

  /**
   * These were placed since they were read; one that a SKU left once more meanwhile stays. If MySQL
   * does not answer, all stay: the SKU's next write finds them placed.
   */
  void forget(Collection<LeftShelf> placed) {
    try {
      batches.batchUpdate(
          "DELETE FROM left_shelf WHERE revision <= ? AND sku_id = ? AND cell = ? AND" + THIS,
          placed.stream()
              .map(
                  left ->
                      ShelfRepository.columns(left.revision(), left.skuId(), cell, left.shelf()))
              .toList());
    } catch (DataAccessException | TransactionException e) {
      log.warn("Shelves that SKUs left stay noted: {}", e.toString());
    }
  }

  /** This shelf was placed, whichever SKUs left it. */
  void forget(Shelf placed) {
    // Read first: a delete that looks into another table locks there what writers need.
    forget(
        db.sql(
                "SELECT * FROM left_shelf WHERE cell = ? AND"
                    + THIS
                    + " AND revision <= (SELECT placed_revision FROM shelf WHERE"
                    + THIS
                    + ")")
            .params(ShelfRepository.columns(cell, placed, placed))
            .query((row, number) -> leftShelf(row))
            .list());
  }

  private static LeftShelf leftShelf(ResultSet row) throws SQLException {
    return new LeftShelf(row.getLong("sku_id"), Shelf.of(row), row.getLong("revision"));
  }
}
