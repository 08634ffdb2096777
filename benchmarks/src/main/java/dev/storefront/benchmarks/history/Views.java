package dev.storefront.benchmarks.history;

import dev.storefront.benchmarks.stack.Room;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Views as Redis has them: 14 bytes each, the oldest first. */
final class Views {

  /** SKUs are drawn from so many. */
  static final int SKUS = 2_000;

  static final long FIRST_SKU = 100_012_043_000L;

  private static final int WIDTH = 14;
  private static final int MINUTE = 60_000;

  private Views() {}

  /** So many views of as many SKUs, a minute apart, the last of them that many minutes ago. */
  static byte[] packed(int count, int firstSku, long now, int minutesAgo) {
    ByteBuffer bytes = ByteBuffer.allocate(WIDTH * count);
    for (int i = 0; i < count; i++) {
      long time = now - (long) (minutesAgo + count - i) * MINUTE;
      bytes.order(ByteOrder.BIG_ENDIAN).putShort((short) (time >>> 32)).putInt((int) time);
      bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(FIRST_SKU + (firstSku + i) % SKUS);
    }
    return bytes.array();
  }

  /** A copy of a cold row, of before the first export. */
  static byte[] copy(byte[] packed) {
    return ByteBuffer.allocate(2 * Long.BYTES + packed.length)
        .putLong(0)
        .putLong(0)
        .put(packed)
        .array();
  }

  /** The key of a user's latest views; {@code cold} is beside it. */
  static String key(Room room, String user, String name) {
    return room.key("history:{" + user + "}:" + name);
  }
}
