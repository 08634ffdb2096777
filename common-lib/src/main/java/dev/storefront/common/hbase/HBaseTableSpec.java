package dev.storefront.common.hbase;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * A table that the service needs; a bean of this type is created at start if it is missing.
 *
 * @param name the table's name, without namespace
 * @param family its only column family
 * @param timeToLive after which cells vanish, counted from their time stamp
 * @param splitPrefixes into how many regions to split at first, by the row key's leading hex
 *     digits; 1 to 256
 * @param writesInAnyOrder true if a cell may be written after a delete marker with a later time
 *     stamp: then markers stay as long as cells do, where HBase else drops them when it compacts
 */
public record HBaseTableSpec(
    String name, String family, Duration timeToLive, int splitPrefixes, boolean writesInAnyOrder) {

  /** The {@code timeToLive} of a table in which each cell is written with one of its own. */
  public static final Duration EACH_CELL_ITS_OWN = ChronoUnit.FOREVER.getDuration();

  public HBaseTableSpec {
    if (splitPrefixes < 1 || splitPrefixes > 256) {
      throw new IllegalArgumentException("splitPrefixes must be 1 to 256, is " + splitPrefixes);
    }
    if (writesInAnyOrder && timeToLive.equals(EACH_CELL_ITS_OWN)) {
      throw new IllegalArgumentException("delete markers need a time to live of the table");
    }
  }

  /** A table whose cells are written in the order of their time stamps. */
  public HBaseTableSpec(String name, String family, Duration timeToLive, int splitPrefixes) {
    this(name, family, timeToLive, splitPrefixes, false);
  }

  /** Evenly spread four-digit hex prefixes, empty for one region. */
  byte[][] splitKeys() {
    byte[][] keys = new byte[splitPrefixes - 1][];
    for (int i = 1; i < splitPrefixes; i++) {
      keys[i - 1] =
          "%04x"
              .formatted(i * 0x10000 / splitPrefixes)
              .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
    return keys;
  }
}
