package dev.storefront.usertag.bitmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * All bits, 64 in a word, big-endian as Redis has them: so no bit has to be turned round to combine
 * or to count; only words that are decoded are reversed, because trailing zeros are the faster
 * walk.
 */
final class Words extends Bitmap {

  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final long[] bits;

  /**
   * @param bits not to be changed afterwards
   */
  Words(long[] bits) {
    this.bits = bits;
  }

  static Words ofBytes(byte[] bytes) {
    int whole = bytes.length / Long.BYTES;
    long[] words = new long[(bytes.length + Long.BYTES - 1) / Long.BYTES];
    for (int i = 0; i < whole; i++) {
      words[i] = (long) BIG_ENDIAN.get(bytes, i * Long.BYTES);
    }
    for (int i = whole * Long.BYTES; i < bytes.length; i++) {
      words[whole] |= (bytes[i] & 0xFFL) << (Byte.SIZE * (Long.BYTES - 1 - i % Long.BYTES));
    }
    return new Words(words);
  }

  /** A new one of the bits of both, each in any form. */
  static Words either(Bitmap one, Bitmap other) {
    long[] words = new long[wordsFor(Math.max(one.size(), other.size()))];
    one.addTo(words);
    other.addTo(words);
    return new Words(words);
  }

  /** How many words so many places take. */
  static int wordsFor(int places) {
    return (places + Long.SIZE - 1) / Long.SIZE;
  }

  /** Not to be changed. */
  long[] bits() {
    return bits;
  }

  @Override
  Words words() {
    return this;
  }

  @Override
  void addTo(long[] words) {
    for (int i = 0; i < bits.length; i++) {
      words[i] |= bits[i];
    }
  }

  @Override
  public int size() {
    return bits.length * Long.SIZE;
  }

  @Override
  public Bitmap and(Bitmap other) {
    if (other instanceof Places) {
      return other.and(this);
    }
    long[] others = other.words().bits;
    long[] result = Arrays.copyOf(bits, Math.min(bits.length, others.length));
    for (int i = 0; i < result.length; i++) {
      result[i] &= others[i];
    }
    return new Words(result);
  }

  @Override
  public Bitmap or(Bitmap other) {
    long[] result = Arrays.copyOf(bits, Math.max(bits.length, wordsFor(other.size())));
    other.addTo(result);
    return new Words(result);
  }

  @Override
  public Bitmap andNot(Bitmap other) {
    long[] result = bits.clone();
    long[] others = other.words().bits;
    int common = Math.min(bits.length, others.length);
    for (int i = 0; i < common; i++) {
      result[i] &= ~others[i];
    }
    return new Words(result);
  }

  @Override
  public int andCount(Bitmap other) {
    if (other instanceof Places) {
      return other.andCount(this);
    }
    long[] others = other.words().bits;
    int common = Math.min(bits.length, others.length);
    int count = 0;
    for (int i = 0; i < common; i++) {
      count += Long.bitCount(bits[i] & others[i]);
    }
    return count;
  }

  @Override
  public int cardinality() {
    int count = 0;
    for (long word : bits) {
      count += Long.bitCount(word);
    }
    return count;
  }

  @Override
  public boolean isEmpty() {
    for (long word : bits) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean get(int position) {
    int word = position / Long.SIZE;
    return word < bits.length && (bits[word] << (position % Long.SIZE)) < 0;
  }

  @Override
  public int byteCount() {
    return bits.length * Long.BYTES;
  }

  Words filtered(IntPredicate wanted) {
    long[] result = bits.clone();
    for (int i = 0; i < bits.length; i++) {
      for (long left = bits[i]; left != 0; left &= left - 1) {
        int position = i * Long.SIZE + Long.SIZE - 1 - Long.numberOfTrailingZeros(left);
        if (!wanted.test(position)) {
          result[i] ^= left & -left;
        }
      }
    }
    return new Words(result);
  }

  /**
   * @param most how many there are at most
   */
  int[] decoded(int from, int most) {
    int[] found = new int[most];
    int n = 0;
    for (int i = from / Long.SIZE; i < bits.length && n < found.length; i++) {
      long word = Long.reverse(bits[i]);
      if (i == from / Long.SIZE) {
        word &= -1L << (from % Long.SIZE);
      }
      for (; word != 0 && n < found.length; word &= word - 1) {
        found[n++] = i * Long.SIZE + Long.numberOfTrailingZeros(word);
      }
    }
    return n == found.length ? found : Arrays.copyOf(found, n);
  }
}
