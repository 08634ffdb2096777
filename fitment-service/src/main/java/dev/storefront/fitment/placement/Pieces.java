package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.EncodedSegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Cuts what is long, so that no script call comes near its time-out or keeps Redis from others. */
final class Pieces {

  /** What a call may carry; a block longer than this travels alone. */
  static final int CALL_BYTES = 512 * 1024;

  /** Lua takes some thousand values from a table at once. */
  private static final int CALL_BLOCKS = 2_000;

  private Pieces() {}

  /** The blocks of a segment in their order, as many together as a call may carry. */
  static List<SortedMap<Integer, byte[]>> of(EncodedSegment segment) {
    List<SortedMap<Integer, byte[]>> pieces = new ArrayList<>();
    SortedMap<Integer, byte[]> piece = new TreeMap<>();
    long bytes = 0;
    for (Map.Entry<Integer, byte[]> block : segment.blocks().entrySet()) {
      bytes += block.getValue().length;
      if (!piece.isEmpty() && (bytes > CALL_BYTES || piece.size() == CALL_BLOCKS)) {
        pieces.add(piece);
        piece = new TreeMap<>();
        bytes = block.getValue().length;
      }
      piece.put(block.getKey(), block.getValue());
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return pieces;
  }
}
