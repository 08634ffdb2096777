package dev.storefront.fitment.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@value #SIZE} SKUs of one group that are stored, written and read together; most groups
 * have one shelf.
 *
 * @param number from 0
 */
public record Shelf(Group group, int number) {

  /** Rows of 256 bits and their headers just fill an allocation of 16 KB. */
  public static final int SIZE = 496;

  /** Of a row that has a group's columns and {@code shelf}. */
  public static Shelf of(ResultSet row) throws SQLException {
    return new Shelf(Group.of(row), row.getInt("shelf"));
  }

  // Each checked SKU's shelf is looked up in maps. What a record has by itself for that took a
  // quarter of a check's time: it is linked at run time, and not inlined.

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof Shelf that && number == that.number && group.equals(that.group);
  }

  @Override
  public int hashCode() {
    return 31 * group.hashCode() + number;
  }
}
