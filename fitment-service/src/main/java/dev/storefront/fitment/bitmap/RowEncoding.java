package dev.storefront.fitment.bitmap;

/**
 * How the bits of one SKU stand in a block. The smallest is taken anew with each write, so that a
 * row that grows or shrinks changes its encoding by itself.
 */
enum RowEncoding {
  /** The numbers of the bits, each in as many bits as the block's width needs. */
  LIST,
  /** Start and length less one of each run of neighbours, each as wide as a number in a list. */
  RUNS,
  /** A bit for each vehicle. */
  BITMAP,
  /**
   * As a list, each number cut in two (Elias-Fano): of the high part it is told only how many
   * numbers have each value, a 1 for each and then a 0; then come the low parts. Two bits and the
   * low part for each number.
   */
  SPLIT;

  private static final RowEncoding[] ALL = values();

  static RowEncoding of(int code) {
    return ALL[code];
  }

  /** The encoding that takes the fewest bytes; the one that is faster to read if equal. */
  static RowEncoding smallest(BlockSpan span, int count, int runs) {
    int list = LIST.bytes(span, count);
    int ranges = RUNS.bytes(span, runs);
    int bitmap = BITMAP.bytes(span, 0);
    int split = SPLIT.bytes(span, count);
    int least = Math.min(Math.min(list, ranges), Math.min(bitmap, split));
    if (bitmap == least) {
      return BITMAP;
    }
    if (ranges == least) {
      return RUNS;
    }
    return list == least ? LIST : SPLIT;
  }

  /**
   * Bytes of a row without its header.
   *
   * @param items bits of a list, split or not, or runs
   */
  int bytes(BlockSpan span, int items) {
    return (this == BITMAP ? 0 : Varint.size(items - 1)) + dataBytes(span, items);
  }

  /** The same without the number of items, which a bitmap has not. */
  int dataBytes(BlockSpan span, int items) {
    int bits =
        switch (this) {
          case LIST -> items * span.numberBits();
          case RUNS -> items * 2 * span.numberBits();
          case BITMAP -> span.bits();
          case SPLIT -> span.highBits(items) + items * span.lowBits(items);
        };
    return (bits + 7) / 8;
  }
}
