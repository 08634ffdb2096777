package dev.storefront.usertag.bitmap;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Runs of set bits, as long sessions of registration leave them. */
final class Runs extends Bitmap {

  private static final int RUN_BYTES = 6;

  /** First place of each run, and the one behind its last; ascending, no two runs touch. */
  private final int[] bounds;

  private Runs(int[] bounds) {
    this.bounds = bounds;
  }

  /**
   * Reads {@link EncodedSet#RUNS}.
   *
   * @throws IllegalArgumentException if that cannot be, as {@link
   *     java.nio.BufferUnderflowException} says as well
   */
  static Runs of(byte[] bytes, int segmentBits) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int[] bounds = new int[(bytes.length + RUN_BYTES - 1) / RUN_BYTES * 2];
    int before = -1;
    for (int i = 0; i < bounds.length; i += 2) {
      bounds[i] = get3(in);
      bounds[i + 1] = bounds[i] + get3(in);
      if (bounds[i] <= before || bounds[i + 1] <= bounds[i] || bounds[i + 1] > segmentBits) {
        throw new IllegalArgumentException(
            "No run is %d to %d".formatted(bounds[i], bounds[i + 1]));
      }
      before = bounds[i + 1];
    }
    return new Runs(bounds);
  }

  private static int get3(ByteBuffer in) {
    return (in.get() & 0xFF) << 16 | in.getChar();
  }

  @Override
  void addTo(long[] words) {
    for (int i = 0; i < bounds.length; i += 2) {
      int first = bounds[i];
      int last = bounds[i + 1] - 1;
      long head = -1L >>> first;
      long tail = Long.MIN_VALUE >> last;
      if (first >>> 6 == last >>> 6) {
        words[first >>> 6] |= head & tail;
      } else {
        words[first >>> 6] |= head;
        Arrays.fill(words, (first >>> 6) + 1, last >>> 6, -1L);
        words[last >>> 6] |= tail;
      }
    }
  }

  @Override
  public int size() {
    return bounds.length == 0 ? 0 : bounds[bounds.length - 1];
  }

  @Override
  public Bitmap and(Bitmap other) {
    return other instanceof Runs runs ? new Runs(common(bounds, runs.bounds)) : other.and(words());
  }

  @Override
  public Bitmap andNot(Bitmap other) {
    return other instanceof Runs runs
        ? new Runs(common(bounds, complement(runs.bounds)))
        : words().andNot(other);
  }

  @Override
  public Bitmap or(Bitmap other) {
    return other instanceof Runs runs
        ? new Runs(complement(common(complement(bounds), complement(runs.bounds))))
        : Words.either(this, other);
  }

  @Override
  public int andCount(Bitmap other) {
    return other instanceof Runs runs
        ? length(common(bounds, runs.bounds))
        : other.andCount(words());
  }

  private static int[] common(int[] some, int[] others) {
    int[] found = new int[some.length + others.length];
    int n = 0;
    for (int i = 0, j = 0; i < some.length && j < others.length; ) {
      int first = Math.max(some[i], others[j]);
      int end = Math.min(some[i + 1], others[j + 1]);
      found[n] = first;
      found[n + 1] = end;
      n += first < end ? 2 : 0;
      boolean isFirstOver = some[i + 1] == end;
      j += others[j + 1] == end ? 2 : 0;
      i += isFirstOver ? 2 : 0;
    }
    return Arrays.copyOf(found, n);
  }

  /** What lies between runs, before the first one and behind the last one. */
  private static int[] complement(int[] bounds) {
    int[] all = new int[bounds.length + 2];
    System.arraycopy(bounds, 0, all, 1, bounds.length);
    all[all.length - 1] = Integer.MAX_VALUE;
    // What begins at 0 has nothing before it, what ends nowhere nothing behind it.
    int from = bounds.length > 0 && bounds[0] == 0 ? 2 : 0;
    int to =
        all.length - (bounds.length > 0 && bounds[bounds.length - 1] == Integer.MAX_VALUE ? 2 : 0);
    return Arrays.copyOfRange(all, from, Math.max(from, to));
  }

  private static int length(int[] bounds) {
    int length = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      length += bounds[i + 1] - bounds[i];
    }
    return length;
  }

  @Override
  public int cardinality() {
    return length(bounds);
  }

  @Override
  public boolean isEmpty() {
    return bounds.length == 0;
  }

  @Override
  public boolean get(int position) {
    int found = Arrays.binarySearch(bounds, position);
    return found < 0 ? (-found - 1) % 2 == 1 : found % 2 == 0; // -(where it would stand) - 1
  }

  @Override
  public int byteCount() {
    return bounds.length * Integer.BYTES;
  }
}
