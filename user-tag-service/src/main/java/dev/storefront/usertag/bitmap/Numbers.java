package dev.storefront.usertag.bitmap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Numbers from 0 in 7 bits a byte, least significant first, the last byte below 128. */
public final class Numbers {

  private static final int BITS = 7;
  private static final int SEVEN_BITS = 0x7F;

  private Numbers() {}

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws java.nio.BufferUnderflowException if it is cut short
   */
  public static int read(ByteBuffer in) {
    int value = 0;
    for (int shift = 0; ; shift += BITS) {
      byte next = in.get();
      value |= (next & SEVEN_BITS) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /** Writes a number. */
  public static void write(ByteArrayOutputStream out, int number) {
    int left = number;
    while (left > SEVEN_BITS) {
      out.write(left & SEVEN_BITS | 0x80);
      left >>>= BITS;
    }
    out.write(left);
  }
}
