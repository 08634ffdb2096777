package dev.storefront.usertag.bitmap;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of places in a segment, each a bit. It is kept in one of three forms, as it came
 * from Redis: all bits as {@link Words}, the set ones' {@link Places}, or the {@link Runs} of
 * neighbours. Two are combined in the form that is quickest, so what both have of something sparse
 * costs by how many there are and not by how long the segment is.
 */
public abstract sealed class Bitmap permits Words, Places, Runs {

  /** No bit at all; also what a key that is not there stands for. */
  public static final Bitmap EMPTY = new Words(new long[0]);

  Bitmap() {}

  /**
   * Reads a Redis string, whose bit 0 is the most significant bit of the first byte; null, a key
   * that is not there, is empty.
   */
  public static Bitmap of(byte @Nullable [] bytes) {
    return bytes == null || bytes.length == 0 ? EMPTY : Words.ofBytes(bytes);
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
    return new Words(words);
  }

  /** All bits, past the last word of which there is none. */
  Words words() {
    long[] words = new long[Words.wordsFor(size())];
    addTo(words);
    return new Words(words);
  }

  /**
   * Sets these bits.
   *
   * @param words as of {@link Words}, {@link #size} at least
   */
  abstract void addTo(long[] words);

  /** Behind the last place that may have a bit. */
  public abstract int size();

  /** The bits that are in both. */
  public abstract Bitmap and(Bitmap other);

  /** The bits that are in either. */
  public abstract Bitmap or(Bitmap other);

  /** The bits that are in this and not in {@code other}. */
  public abstract Bitmap andNot(Bitmap other);

  /** How many bits are in both. */
  public abstract int andCount(Bitmap other);

  /** How many bits are set. */
  public abstract int cardinality();

  /** True if no bit is set. */
  public abstract boolean isEmpty();

  /** True if this bit is set. */
  public abstract boolean get(int position);

  /** How much memory its bits take, in bytes. */
  public abstract int byteCount();

  /** How many bits are in either. */
  public final int orCount(Bitmap other) {
    return cardinality() + other.cardinality() - andCount(other);
  }

  /** Those of these bits that are wanted. */
  public final Bitmap filter(IntPredicate wanted) {
    return words().filtered(wanted);
  }

  /** The set bits' positions, ascending. */
  public final int[] positions() {
    return positions(0, Integer.MAX_VALUE);
  }

  /**
   * The first set bits' positions, ascending.
   *
   * @param from the first position that counts
   * @param limit how many at most
   */
  public final int[] positions(int from, int limit) {
    return words().decoded(from, Math.min(limit, cardinality()));
  }
}
