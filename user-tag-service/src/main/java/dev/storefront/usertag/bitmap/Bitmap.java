package dev.storefront.usertag.bitmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of bits as Redis keeps it: bit 0 is the most significant bit of the first byte.
 * Everything past its last word is zero. Words are held big-endian, so no bit has to be turned
 * round to combine or to count; only words that are decoded are reversed, because trailing zeros
 * are the faster walk.
 */
public final class Bitmap {

  /** No bit at all; also what a key that is not there stands for. */
  public static final Bitmap EMPTY = new Bitmap(new long[0]);

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final long[] words;

  private Bitmap(long[] words) {
    this.words = words;
  }

  /**
   * @param words not to be changed afterwards
   */
  static Bitmap ofWords(long[] words) {
    return words.length == 0 ? EMPTY : new Bitmap(words);
  }

  /** Reads a Redis string; null, a key that is not there, is empty. */
  public static Bitmap of(byte @Nullable [] bytes) {
    if (bytes == null || bytes.length == 0) {
      return EMPTY;
    }
    int whole = bytes.length / Long.BYTES;
    long[] words = new long[(bytes.length + Long.BYTES - 1) / Long.BYTES];
    for (int i = 0; i < whole; i++) {
      words[i] = (long) WORDS.get(bytes, i * Long.BYTES);
    }
    for (int i = whole * Long.BYTES; i < bytes.length; i++) {
      words[whole] |= (bytes[i] & 0xFFL) << (Byte.SIZE * (Long.BYTES - 1 - i % Long.BYTES));
    }
    return new Bitmap(words);
  }

  /**
   * These bits.
   *
   * @param positions ascending
   */
  public static Bitmap ofPositions(int[] positions) {
    if (positions.length == 0) {
      return EMPTY;
    }
    long[] words = new long[positions[positions.length - 1] / Long.SIZE + 1];
    for (int position : positions) {
      words[position / Long.SIZE] |= Long.MIN_VALUE >>> position;
    }
    return new Bitmap(words);
  }

  /** Those of these bits that are wanted. */
  public Bitmap filter(IntPredicate wanted) {
    long[] result = words.clone();
    for (int i = 0; i < words.length; i++) {
      for (long left = words[i]; left != 0; left &= left - 1) {
        int position = i * Long.SIZE + Long.SIZE - 1 - Long.numberOfTrailingZeros(left);
        if (!wanted.test(position)) {
          result[i] ^= left & -left;
        }
      }
    }
    return new Bitmap(result);
  }

  /** Behind the last place that may have a bit. */
  public int size() {
    return words.length * Long.SIZE;
  }

  /** The bits that are in both. */
  public Bitmap and(Bitmap other) {
    long[] result = Arrays.copyOf(words, Math.min(words.length, other.words.length));
    for (int i = 0; i < result.length; i++) {
      result[i] &= other.words[i];
    }
    return new Bitmap(result);
  }

  /** The bits that are in either. */
  public Bitmap or(Bitmap other) {
    if (words.length < other.words.length) {
      return other.or(this);
    }
    long[] result = words.clone();
    for (int i = 0; i < other.words.length; i++) {
      result[i] |= other.words[i];
    }
    return new Bitmap(result);
  }

  /** The bits that are in this and not in {@code other}. */
  public Bitmap andNot(Bitmap other) {
    long[] result = words.clone();
    int common = Math.min(words.length, other.words.length);
    for (int i = 0; i < common; i++) {
      result[i] &= ~other.words[i];
    }
    return new Bitmap(result);
  }

  /** How many bits are in both. */
  public int andCount(Bitmap other) {
    int count = 0;
    for (int i = 0; i < Math.min(words.length, other.words.length); i++) {
      count += Long.bitCount(words[i] & other.words[i]);
    }
    return count;
  }

  /** How many bits are in either. */
  public int orCount(Bitmap other) {
    return cardinality() + other.cardinality() - andCount(other);
  }

  /** True if no bit is set. */
  public boolean isEmpty() {
    for (long word : words) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  /** How much memory its bits take, in bytes. */
  public int byteCount() {
    return words.length * Long.BYTES;
  }

  /** True if this bit is set. */
  public boolean get(int position) {
    int word = position / Long.SIZE;
    return word < words.length && (words[word] << (position % Long.SIZE)) < 0;
  }

  /** How many bits are set. */
  public int cardinality() {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /** The set bits' positions, ascending. */
  public int[] positions() {
    return positions(0, Integer.MAX_VALUE);
  }

  /**
   * The first set bits' positions, ascending.
   *
   * @param from the first position that counts
   * @param limit how many at most
   */
  public int[] positions(int from, int limit) {
    int[] found = new int[Math.min(limit, cardinality())];
    int n = 0;
    for (int i = from / Long.SIZE; i < words.length && n < found.length; i++) {
      long word = Long.reverse(words[i]);
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
