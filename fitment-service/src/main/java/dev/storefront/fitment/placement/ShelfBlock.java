package dev.storefront.fitment.placement;

import org.jspecify.annotations.Nullable;

/**
 * Names a block of a shelf.
 *
 * @param segment from 0
 * @param number in the segment, from 0
 */
record ShelfBlock(int segment, int number) {

  // As in Shelf, the record's own are too slow for how often they are asked.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ShelfBlock that && segment == that.segment && number == that.number;
  }

  @Override
  public int hashCode() {
    return 31 * segment + number;
  }
}
