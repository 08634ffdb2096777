package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Place;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.SkuKind;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Groups and what is in them, as tables have them: {@code kind, vendor_id, group_id} and more. */
final class GroupRow {

  private GroupRow() {}

  /** Of a row that has a {@code place} too. */
  static Place place(ResultSet row) throws SQLException {
    return new Place(group(row), row.getInt("place"));
  }

  /** Of a row that has a {@code shelf} too. */
  static Shelf shelf(ResultSet row) throws SQLException {
    return new Shelf(group(row), row.getInt("shelf"));
  }

  private static Group group(ResultSet row) throws SQLException {
    return new Group(
        SkuKind.valueOf(row.getString("kind")), row.getLong("group_id"), row.getLong("vendor_id"));
  }
}
