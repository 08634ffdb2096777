package dev.storefront.shortlink.code;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

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
  private final HashFunction hash;

  /**
   * @param size how many numbers, at least 4
   * @param hash what nobody predicts without the key
   */
  Permutation(long size, HashFunction hash) {
    this.size = size;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(size - 1);
    this.halfBits = (bits + 1) / 2;
    this.halfMask = (1L << halfBits) - 1;
    this.hash = hash;
  }

  /** Keyed by a secret text. */
  static Permutation keyedBy(String secret, long size) {
    byte[] digest = Hashing.sha256().hashString(secret, StandardCharsets.UTF_8).asBytes();
    ByteBuffer key = ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN);
    return new Permutation(size, Hashing.sipHash24(key.getLong(), key.getLong()));
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
    return hash.hashLong((long) round << Integer.SIZE | half).asLong() & halfMask;
  }
}
