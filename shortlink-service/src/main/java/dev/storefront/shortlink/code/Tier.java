package dev.storefront.shortlink.code;

/**
 * A size of codes. Codes of a tier are exactly that long, so tiers never overlap. A tier's ids are
 * the numbers 1 to 62<sup>length</sup>, cut into segments of {@value #SEGMENT_SIZE}; the last
 * segment is short.
 */
public enum Tier {
  /** 62^5 codes, recycled soonest. */
  FIVE(5),
  SIX(6),
  SEVEN(7);

  /** Ids in a segment, for ever: a code's segment is computed with it. */
  public static final int SEGMENT_SIZE = 1000;

  private final int length;
  private final long size;

  Tier(int length) {
    this.length = length;
    long codes = 1;
    for (int i = 0; i < length; i++) {
      codes *= Base62.SIZE;
    }
    this.size = codes;
  }

  /**
   * @throws IllegalArgumentException if there is no tier of that length
   */
  public static Tier of(int length) {
    return switch (length) {
      case 5 -> FIVE;
      case 6 -> SIX;
      case 7 -> SEVEN;
      default -> throw new IllegalArgumentException("tier must be 5, 6 or 7, is " + length);
    };
  }

  /** Letters in a code: 5, 6 or 7. */
  public int length() {
    return length;
  }

  /** How many codes there are; also the highest id. */
  public long size() {
    return size;
  }

  /** How many segments there are, the short last one included. */
  public long segments() {
    return (size + SEGMENT_SIZE - 1) / SEGMENT_SIZE;
  }

  /** The segment that holds an id of this tier. */
  public Segment segmentOf(long id) {
    return new Segment(this, (id - 1) / SEGMENT_SIZE);
  }
}
