package dev.storefront.fitment.bitmap;

import java.util.Arrays;

/**
 * What the size of a row in blocks of any width depends on, taken once: for each of its words that
 * are not zero how many bits are set, how many runs begin, and whether the first of these goes on
 * from the word before.
 */
final class RowShape {

  private final int[] words;
  private final byte[] counts;
  private final byte[] starts;
  private final boolean[] continued;

  RowShape(SegmentRow row) {
    long[] all = row.words();
    words = new int[(int) Arrays.stream(all).filter(word -> word != 0).count()];
    counts = new byte[words.length];
    starts = new byte[words.length];
    continued = new boolean[words.length];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      long word = all[i];
      if (word != 0) {
        words[next] = i;
        counts[next] = (byte) Long.bitCount(word);
        starts[next] = (byte) Long.bitCount(word & ~(word << 1));
        continued[next] = i > 0 && (word & 1) != 0 && all[i - 1] < 0;
        next++;
      }
    }
  }

  /** Adds the bytes of this row to those of each block of this width. */
  void addBytes(int width, int[] blockBytes) {
    int wordsPerBlock = width / Long.SIZE;
    int i = 0;
    while (i < words.length) {
      int number = words[i] / wordsPerBlock;
      int end = (number + 1) * wordsPerBlock;
      int count = 0;
      int runs = 0;
      for (; i < words.length && words[i] < end; i++) {
        count += counts[i];
        runs += starts[i] - (continued[i] && words[i] % wordsPerBlock != 0 ? 1 : 0);
      }
      BlockSpan span = new BlockSpan(width, number);
      RowEncoding encoding = RowEncoding.smallest(span, count, runs);
      blockBytes[number] +=
          BlockWriter.HEADER_BYTES
              + encoding.bytes(span, encoding == RowEncoding.RUNS ? runs : count);
    }
  }
}
