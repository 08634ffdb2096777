package dev.storefront.fitment.bitmap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Unsigned numbers in as few bytes as they need, seven bits each, the lowest first. */
public final class Varint {

  private Varint() {}

  /** How many bytes {@link #write} takes. */
  static int size(long value) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
  }

  public static void write(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  public static long read(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = in.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}
