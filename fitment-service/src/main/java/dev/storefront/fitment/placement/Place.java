package dev.storefront.fitment.placement;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Where a SKU stands in its group, for as long as it is in there.
 *
 * @param number from 0, of no other SKU of the group
 */
public record Place(Group group, int number) {

  /** Of a row that has a group's columns and {@code place}. */
  public static Place of(ResultSet row) throws SQLException {
    return new Place(Group.of(row), row.getInt("place"));
  }

  /** The shelf it stands on. */
  public Shelf shelf() {
    return new Shelf(group, number / Shelf.SIZE);
  }

  /** Its place on the shelf, from 0 to {@link Shelf#SIZE} - 1. */
  public int ordinal() {
    return number % Shelf.SIZE;
  }
}
