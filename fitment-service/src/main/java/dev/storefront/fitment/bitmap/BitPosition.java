package dev.storefront.fitment.bitmap;

/**
 * Where a vehicle's bit lies. Offsets 1-50000 are segment 0, 50001-100000 segment 1, and so on, so
 * that no bitmap is longer than 6,250 bytes however many vehicles a SKU fits.
 *
 * @param segment from 0
 * @param bit within the segment, 0-49999
 */
public record BitPosition(int segment, int bit) {

  /** Vehicles in a segment. */
  public static final int SEGMENT_SIZE = 50_000;

  /**
   * @param offset a vehicle's offset, from 1
   */
  public static BitPosition of(int offset) {
    if (offset < 1) {
      throw new IllegalArgumentException("Offsets start at 1, got " + offset);
    }
    return new BitPosition((offset - 1) / SEGMENT_SIZE, (offset - 1) % SEGMENT_SIZE);
  }

  /** The vehicle's offset, from 1. */
  public int offset() {
    return segment * SEGMENT_SIZE + bit + 1;
  }
}
