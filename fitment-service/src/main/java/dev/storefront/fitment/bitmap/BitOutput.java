package dev.storefront.fitment.bitmap;

import java.io.ByteArrayOutputStream;

/** Numbers of few bits, one after the other, the highest bit first. */
final class BitOutput {

  private final ByteArrayOutputStream out;
  private long pending;
  private int pendingBits;

  BitOutput(ByteArrayOutputStream out) {
    this.out = out;
  }

  /** Writes the low bits of a number that has no others. */
  void write(int value, int bits) {
    pending = pending << bits | value;
    pendingBits += bits;
    while (pendingBits >= Byte.SIZE) {
      pendingBits -= Byte.SIZE;
      out.write((int) (pending >>> pendingBits));
    }
  }

  /** Fills the last byte. */
  void fill() {
    if (pendingBits > 0) {
      write(0, Byte.SIZE - pendingBits);
    }
  }
}
