package dev.storefront.fitment.bitmap;

import java.util.Arrays;

/**
 * What Redis 7 allocates on a 64-bit machine for a hash whose fields are short numbers: jemalloc's
 * size classes, strings' headers, and entries.
 */
final class RedisMemory {

  /**
   * A hash of no more entries, none of whose values is longer, counts as one list without entries.
   * Redis' own limits are 512 and 64, and on nodes that short links use 512 and 512: what lies
   * between is a list there, and is reckoned as a table here.
   */
  private static final int LISTPACK_ENTRIES = 128;

  private static final int LISTPACK_VALUE = 64;
  private static final int LISTPACK_HEADER = 7;

  /** Of an entry in a listpack: a number, a value's header, and the lengths to go back by. */
  private static final int LISTPACK_ENTRY = 7;

  /** The table itself. */
  private static final int HASH = 112;

  /** Its entry (24), its name (8), and its share of the buckets. */
  private static final int HASH_ENTRY = 44;

  private RedisMemory() {}

  /**
   * @param valueBytes the length of each value; 0 for one that is not there
   */
  static long ofHash(int[] valueBytes) {
    int[] present = Arrays.stream(valueBytes).filter(bytes -> bytes > 0).toArray();
    boolean listpack =
        present.length <= LISTPACK_ENTRIES
            && Arrays.stream(present).allMatch(bytes -> bytes <= LISTPACK_VALUE);
    if (listpack) {
      return allocated(
          LISTPACK_HEADER + Arrays.stream(present).map(bytes -> bytes + LISTPACK_ENTRY).sum());
    }
    return HASH + Arrays.stream(present).mapToLong(bytes -> HASH_ENTRY + ofString(bytes)).sum();
  }

  private static long ofString(int bytes) {
    int header = bytes < 1 << 5 ? 1 : bytes < 1 << 8 ? 3 : bytes < 1 << 16 ? 5 : 9;
    return allocated(header + bytes + 1);
  }

  /** The size class: multiples of 8 up to 64, then four to each doubling. */
  static long allocated(int bytes) {
    if (bytes <= 64) {
      return (bytes + 7) & ~7;
    }
    int step = Integer.highestOneBit(bytes - 1) / 4;
    return ((long) bytes + step - 1) / step * step;
  }
}
