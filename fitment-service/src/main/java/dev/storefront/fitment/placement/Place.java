package dev.storefront.fitment.placement;

/**
 * Where a SKU stands in its group, for as long as it is in there.
 *
 * @param number from 0, of no other SKU of the group
 */
public record Place(Group group, int number) {

  /** The shelf it stands on. */
  public Shelf shelf() {
    return new Shelf(group, number / Shelf.SIZE);
  }

  /** Its place on the shelf, from 0 to {@link Shelf#SIZE} - 1. */
  public int ordinal() {
    return number % Shelf.SIZE;
  }
}
