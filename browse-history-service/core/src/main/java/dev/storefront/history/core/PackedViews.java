package dev.storefront.history.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collection;
import java.util.List;

/**
 * Views as Redis keeps them: {@value #WIDTH} bytes each, the time of the view (48 bits, big-endian)
 * and the SKU (64 bits, little-endian: scripts search for it, and its first byte should tell most).
 * The oldest stands first, so that a script appends the next one.
 */
public final class PackedViews {

  /** Bytes of one view. */
  public static final int WIDTH = 14;

  private static final int TIME_WIDTH = 6;

  private PackedViews() {}

  /** The views, oldest first, whatever their order here. */
  public static byte[] encode(Collection<View> views) {
    ByteBuffer bytes = ByteBuffer.allocate(views.size() * WIDTH);
    views.stream()
        .sorted(View.NEWEST_FIRST.reversed())
        .forEach(
            view -> {
              bytes.order(ByteOrder.BIG_ENDIAN);
              bytes.putShort((short) (view.viewedAt() >>> 32)).putInt((int) view.viewedAt());
              bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(view.skuId());
            });
    return bytes.array();
  }

  /**
   * The views, oldest first.
   *
   * @throws IllegalArgumentException if these are no such bytes
   */
  public static List<View> decode(byte[] packed) {
    return decode(packed, 0);
  }

  static List<View> decode(byte[] packed, int from) {
    if ((packed.length - from) % WIDTH != 0) {
      throw new IllegalArgumentException("Not packed views: %d bytes".formatted(packed.length));
    }
    View[] views = new View[(packed.length - from) / WIDTH];
    for (int i = 0; i < views.length; i++) {
      int at = from + i * WIDTH;
      long viewedAt = 0;
      for (int b = at; b < at + TIME_WIDTH; b++) {
        viewedAt = viewedAt << Byte.SIZE | Byte.toUnsignedLong(packed[b]);
      }
      long skuId = 0;
      for (int b = at + WIDTH - 1; b >= at + TIME_WIDTH; b--) {
        skuId = skuId << Byte.SIZE | Byte.toUnsignedLong(packed[b]);
      }
      views[i] = new View(skuId, viewedAt);
    }
    return List.of(views);
  }

  /** A SKU as it stands in a packed view, which is how scripts know it. */
  public static byte[] sku(long skuId) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(skuId).array();
  }
}
