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
}
