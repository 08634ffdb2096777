package dev.storefront.fitment.bitmap;

/**
 * How the bits of one SKU stand in a block. The smallest is taken anew with each write, so that a
 * row that grows or shrinks changes its encoding by itself.
 */
public enum RowEncoding {
  /** The numbers of the bits, each in as many bits as the block's width needs. */
  LIST,
  /** Start and length less one of each run of neighbours, each as wide as a number in a list. */
  RUNS,
  /** A bit for each vehicle. */
  BITMAP;

  private static final RowEncoding[] ALL = values();

  static RowEncoding of(int code) {
    return ALL[code];
  }

  /** The encoding that takes the fewest bytes; the one that is faster to read if equal. */
  static RowEncoding smallest(BlockSpan span, int count, int runs) {
    int list = LIST.bytes(span, count);
    int ranges = RUNS.bytes(span, runs);
    int bitmap = BITMAP.bytes(span, 0);
    if (bitmap <= list && bitmap <= ranges) {
      return BITMAP;
    }
    return ranges <= list ? RUNS : LIST;
  }

  /**
   * Bytes of a row without its header.
   *
   * @param items bits of a list, runs of runs
   */
  int bytes(BlockSpan span, int items) {
    return switch (this) {
      case LIST -> Varint.size(items - 1) + (items * span.numberBits() + 7) / 8;
      case RUNS -> Varint.size(items - 1) + (items * 2 * span.numberBits() + 7) / 8;
      case BITMAP -> (span.bits() + 7) / 8;
    };
  }
}
