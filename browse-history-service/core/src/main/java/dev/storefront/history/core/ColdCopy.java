package dev.storefront.history.core;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;

/**
 * What Redis keeps of a user's cold row, also that there is none: read once for each export. In
 * bytes: number and boundary (64 bits each, big-endian), then the views as {@link PackedViews}.
 *
 * @param number of the export after which HBase was asked
 * @param boundary up to where the views are complete, epoch milliseconds: {@code max(asOf,
 *     watermark)} at that time. What came later is in Redis' hot views
 * @param views without deleted and cleared ones, oldest first
 */
public record ColdCopy(long number, long boundary, List<View> views) {

  private static final int HEADER = 2 * Long.BYTES;

  /** The bytes before the views; a script puts the two together. */
  public static byte[] header(long number, long boundary) {
    return ByteBuffer.allocate(HEADER).putLong(number).putLong(boundary).array();
  }

  /** The bytes of the views. */
  public static byte[] body(Collection<View> views) {
    return PackedViews.encode(views);
  }

  /**
   * The copy with these bytes.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static ColdCopy decode(byte[] bytes) {
    if (bytes.length < HEADER) {
      throw new IllegalArgumentException("Not a cold copy: %d bytes".formatted(bytes.length));
    }
    ByteBuffer header = ByteBuffer.wrap(bytes);
    return new ColdCopy(header.getLong(), header.getLong(), PackedViews.decode(bytes, HEADER));
  }
}
