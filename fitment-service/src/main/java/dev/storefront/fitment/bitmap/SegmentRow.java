package dev.storefront.fitment.bitmap;

import org.roaringbitmap.BitSetUtil;

/**
 * The vehicles that one SKU of a shelf fits in one segment.
 *
 * @param ordinal the SKU's place on its shelf, from 0
 * @param words the segment's bits, bit 0 the lowest of the first word; as many words as its last
 *     vehicle needs
 */
public record SegmentRow(int ordinal, long[] words) {

  /** A row of what {@link VehicleSet#serialized} gave. */
  public static SegmentRow ofSerialized(int ordinal, byte[] bytes) {
    return new SegmentRow(
        ordinal, BitSetUtil.bitsetOf(VehicleSet.deserialize(bytes)).toLongArray());
  }
}
