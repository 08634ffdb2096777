package dev.storefront.fitment.bitmap;

/**
 * Which bits of a segment a block has: {@code width} of them, fewer in a segment's last block.
 *
 * @param width of the segment's blocks, a multiple of 64
 * @param number the block's, from 0
 */
public record BlockSpan(int width, int number) {

  /** The first of the segment's bits that it has. */
  int firstBit() {
    return width * number;
  }

  /** How many bits it has. */
  int bits() {
    return Math.min(width, BitPosition.SEGMENT_SIZE - firstBit());
  }

  /** How many bits a number below the width needs. */
  int numberBits() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(width - 1);
  }

  /**
   * How many bits the low parts of so many numbers have, so that all of it takes the fewest.
   *
   * @param count at least 1
   */
  int lowBits(int count) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(bits() / count);
  }

  /**
   * How many bits tell the high parts of so many numbers: a 1 for each, and a 0 between one value
   * and the next.
   */
  int highBits(int count) {
    return count + (bits() - 1 >>> lowBits(count));
  }
}
