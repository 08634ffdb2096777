package dev.storefront.history.offline;

import java.io.Serializable;
import java.util.Arrays;

/**
 * How a table keeps its rows.
 *
 * @param starts the first keys of its regions, in order; that of the first is empty
 */
record TableLayout(
    String table,
    String family,
    byte[][] starts,
    String compression,
    String encoding,
    String bloom,
    int blockBytes)
    implements Serializable {

  /** The number of the region that has a row, from 0. */
  int region(byte[] key) {
    int at = Arrays.binarySearch(starts, key, Arrays::compareUnsigned);
    return at >= 0 ? at : -at - 2;
  }
}
