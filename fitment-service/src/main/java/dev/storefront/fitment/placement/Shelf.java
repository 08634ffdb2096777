package dev.storefront.fitment.placement;

/**
 * Up to {@value #SIZE} SKUs of one group that are stored, written and read together; most groups
 * have one shelf.
 *
 * @param number from 0
 */
public record Shelf(Group group, int number) {

  /** Rows of 256 bits and their headers just fill an allocation of 16 KB. */
  public static final int SIZE = 496;
}
