package dev.storefront.shortlink.code;

/**
 * A keyed shuffling of the numbers 0 to size - 1: neighbours land far apart, and without the key
 * neither order nor volume can be read off. A balanced Feistel network over the next even number of
 * bits; a result outside the range is shuffled again until it lies inside (cycle walking, 1.2
 * rounds on average).
 */
final class Permutation {

  private static final int ROUNDS = 6;

  private final long size;
  private final int halfBits;
  private final long halfMask;
  private final SipHash hash;

  /**
   * @param size how many numbers, at least 4
   */
  Permutation(long size, SipHash hash) {
    this.size = size;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(size - 1);
    this.halfBits = (bits + 1) / 2;
    this.halfMask = (1L << halfBits) - 1;
    this.hash = hash;
  }

  long apply(long number) {
    long walking = number;
    do {
      walking = encrypt(walking);
    } while (walking >= size);
    return walking;
  }

  long invert(long number) {
    long walking = number;
    do {
      walking = decrypt(walking);
    } while (walking >= size);
    return walking;
  }

  private long encrypt(long block) {
    long left = block >>> halfBits;
    long right = block & halfMask;
    for (int round = 0; round < ROUNDS; round++) {
      long mixed = left ^ mix(round, right);
      left = right;
      right = mixed;
    }
    return left << halfBits | right;
  }

  private long decrypt(long block) {
    long left = block >>> halfBits;
    long right = block & halfMask;
    for (int round = ROUNDS - 1; round >= 0; round--) {
      long mixed = right ^ mix(round, left);
      right = left;
      left = mixed;
    }
    return left << halfBits | right;
  }

  private long mix(int round, long half) {
    return hash.of((long) round << Integer.SIZE | half) & halfMask;
  }
}
