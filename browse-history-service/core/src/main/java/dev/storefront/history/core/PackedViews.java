package dev.storefront.history.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Views as Redis keeps them: {@value #WIDTH} bytes each, the time of the view (48 bits, big-endian)
 * and the SKU (64 bits, little-endian: scripts search for it, and its first byte should tell most).
 * The oldest stands first, so that a script appends the next one.
 */
public final class PackedViews {

  /** Bytes of one view. */
  public static final int WIDTH = 14;

  private static final int TIME_WIDTH = 6;
  private static final VarHandle FROM_HIGHEST =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle FROM_LOWEST =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
   * The views, oldest first. Each is made when somebody takes it, for a page needs few of them; the
   * bytes must not change.
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
    return new AbstractList<>() {
      @Override
      public View get(int index) {
        int at = from + Objects.checkIndex(index, size()) * WIDTH;
        // The time's 48 bits are the upper ones of these 64.
        long viewedAt = (long) FROM_HIGHEST.get(packed, at) >>> Long.SIZE - TIME_WIDTH * Byte.SIZE;
        return new View((long) FROM_LOWEST.get(packed, at + TIME_WIDTH), viewedAt);
      }

      @Override
      public int size() {
        return (packed.length - from) / WIDTH;
      }
    };
  }

  /** A SKU as it stands in a packed view, which is how scripts know it. */
  public static byte[] sku(long skuId) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(skuId).array();
  }

  /** The SKU that {@link #sku(long)} wrote so. */
  public static long sku(byte[] bytes) {
    return (long) FROM_LOWEST.get(bytes, 0);
  }
}
