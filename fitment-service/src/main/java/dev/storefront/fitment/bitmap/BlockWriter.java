package dev.storefront.fitment.bitmap;

import java.io.ByteArrayOutputStream;

/**
 * Writes the rows of a block in ascending order of their ordinals. A row is a header byte, which
 * has its {@link RowEncoding} in the two high bits and in the others how many ordinals were passed
 * over (63: a number follows that says how many more); then, but for a bitmap, how many items there
 * are, less one; then the bits.
 */
final class BlockWriter {

  /** Of nearly every row. */
  static final int HEADER_BYTES = 1;

  static final int MOST_PASSED_OVER = 63;

  private final BlockSpan span;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final int[] starts;
  private final int[] lengths;
  private int nextOrdinal;

  BlockWriter(BlockSpan span) {
    this.span = span;
    this.starts = new int[(span.bits() + 1) / 2];
    this.lengths = new int[starts.length];
  }

  /** Adds the row's bits that lie in this block, if there are any. */
  void add(SegmentRow row) {
    int runs = findRuns(row.words());
    if (runs == 0) {
      return;
    }
    int count = 0;
    for (int i = 0; i < runs; i++) {
      count += lengths[i];
    }
    RowEncoding encoding = RowEncoding.smallest(span, count, runs);
    writeHeader(encoding, row.ordinal() - nextOrdinal);
    nextOrdinal = row.ordinal() + 1;
    switch (encoding) {
      case LIST -> writeList(runs, count);
      case RUNS -> writeRuns(runs);
      case BITMAP -> writeBitmap(row.words());
      case SPLIT -> writeSplit(runs, count);
    }
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  private int findRuns(long[] words) {
    int runs = 0;
    int end = span.firstBit() + span.bits();
    int from = nextBit(words, span.firstBit(), end, true);
    while (from < end) {
      int to = nextBit(words, from, end, false);
      starts[runs] = from - span.firstBit();
      lengths[runs++] = to - from;
      from = nextBit(words, to, end, true);
    }
    return runs;
  }

  /** The first bit in this range that is set, or that is not; its end if there is none. */
  private static int nextBit(long[] words, int from, int end, boolean set) {
    int index = from / Long.SIZE;
    long mask = -1L << from;
    while (index * Long.SIZE < end) {
      long word = index < words.length ? words[index] : 0;
      long found = (set ? word : ~word) & mask;
      if (found != 0) {
        return Math.min(end, index * Long.SIZE + Long.numberOfTrailingZeros(found));
      }
      mask = -1;
      index++;
    }
    return end;
  }

  private void writeHeader(RowEncoding encoding, int passedOver) {
    out.write(encoding.ordinal() << 6 | Math.min(passedOver, MOST_PASSED_OVER));
    if (passedOver >= MOST_PASSED_OVER) {
      Varint.write(out, passedOver - MOST_PASSED_OVER);
    }
  }

  private void writeList(int runs, int count) {
    Varint.write(out, count - 1);
    BitOutput bits = new BitOutput(out);
    for (int i = 0; i < runs; i++) {
      for (int bit = starts[i]; bit < starts[i] + lengths[i]; bit++) {
        bits.write(bit, span.numberBits());
      }
    }
    bits.fill();
  }

  private void writeRuns(int runs) {
    Varint.write(out, runs - 1);
    BitOutput bits = new BitOutput(out);
    for (int i = 0; i < runs; i++) {
      bits.write(starts[i], span.numberBits());
      bits.write(lengths[i] - 1, span.numberBits());
    }
    bits.fill();
  }

  private void writeSplit(int runs, int count) {
    Varint.write(out, count - 1);
    int lowBits = span.lowBits(count);
    BitOutput bits = new BitOutput(out);
    int high = 0;
    for (int i = 0; i < runs; i++) {
      for (int bit = starts[i]; bit < starts[i] + lengths[i]; bit++) {
        for (; high < bit >>> lowBits; high++) {
          bits.write(0, 1);
        }
        bits.write(1, 1);
      }
    }
    for (; high < span.bits() - 1 >>> lowBits; high++) {
      bits.write(0, 1);
    }
    for (int i = 0; i < runs; i++) {
      for (int bit = starts[i]; bit < starts[i] + lengths[i]; bit++) {
        bits.write(bit & (1 << lowBits) - 1, lowBits);
      }
    }
    bits.fill();
  }

  private void writeBitmap(long[] words) {
    int firstWord = span.firstBit() / Long.SIZE;
    for (int i = 0; i < RowEncoding.BITMAP.bytes(span, 0); i++) {
      int index = firstWord + i / Long.BYTES;
      long word = index < words.length ? words[index] : 0;
      out.write((int) (word >>> (i % Long.BYTES * Byte.SIZE)));
    }
  }
}
