package dev.storefront.usertag.bitmap;

import java.util.Arrays;

/**
 * The ways to turn a Redis bitmap into the positions of its set bits: the design article's two, the
 * larger table at which it hints, and a faster one. They agree; {@link #TRAILING_ZEROS} is what the
 * service uses, the others are for comparison.
 */
enum BitDecoder {

  /** The article's first: look at every bit. */
  WALK {
    @Override
    int[] decode(byte[] bitmap) {
      int[] found = new int[bitmap.length * Byte.SIZE];
      int n = 0;
      for (int i = 0; i < found.length; i++) {
        if ((bitmap[i / Byte.SIZE] << (i % Byte.SIZE) & 0x80) != 0) {
          found[n++] = i;
        }
      }
      return Arrays.copyOf(found, n);
    }
  },

  /** The article's second: look each byte up in a table of 256 lists of positions. */
  TABLE {
    @Override
    int[] decode(byte[] bitmap) {
      int[] found = new int[bitmap.length * Byte.SIZE];
      int n = 0;
      for (int i = 0; i < bitmap.length; i++) {
        for (byte position : POSITIONS_OF_BYTE[bitmap[i] & 0xFF]) {
          found[n++] = i * Byte.SIZE + position;
        }
      }
      return Arrays.copyOf(found, n);
    }
  },

  /** The same with a larger one, as the article hints: two bytes in a table of 65,536 lists. */
  LARGE_TABLE {
    @Override
    int[] decode(byte[] bitmap) {
      int[] found = new int[(bitmap.length + 1) * Byte.SIZE];
      int n = 0;
      for (int i = 0; i < bitmap.length; i += Short.BYTES) {
        int second = i + 1 < bitmap.length ? bitmap[i + 1] & 0xFF : 0;
        for (byte position : POSITIONS_OF_TWO_BYTES[(bitmap[i] & 0xFF) << Byte.SIZE | second]) {
          found[n++] = i * Byte.SIZE + position;
        }
      }
      return Arrays.copyOf(found, n);
    }
  },

  /** From set bit to set bit of each reversed 64-bit word. */
  TRAILING_ZEROS {
    @Override
    int[] decode(byte[] bitmap) {
      return Bitmap.of(bitmap).positions();
    }
  };

  private static final byte[][] POSITIONS_OF_BYTE = positions(Byte.SIZE);
  private static final byte[][] POSITIONS_OF_TWO_BYTES = positions(Short.SIZE);

  /**
   * @param bitmap most significant bit first
   * @return the set bits' positions, ascending
   */
  abstract int[] decode(byte[] bitmap);

  /** The positions of each number of so many bits, the most significant one first. */
  private static byte[][] positions(int bits) {
    byte[][] table = new byte[1 << bits][];
    for (int value = 0; value < table.length; value++) {
      table[value] = new byte[Integer.bitCount(value)];
      int n = 0;
      for (byte bit = 0; bit < bits; bit++) {
        if ((value << bit & 1 << bits - 1) != 0) {
          table[value][n++] = bit;
        }
      }
    }
    return table;
  }
}
