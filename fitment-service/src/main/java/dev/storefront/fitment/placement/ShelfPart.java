package dev.storefront.fitment.placement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was read of a shelf: its head and some of its blocks, all of one revision.
 *
 * @param widths of the blocks of each segment that has vehicles
 * @param blocks those that were read, each as Redis has it; empty for one without rows
 */
record ShelfPart(
    long revision,
    Map<Integer, Integer> widths,
    ShelfDirectory directory,
    Map<ShelfBlock, byte[]> blocks) {

  private static final byte[] NO_ROWS = {};

  /** What objects take beside their contents, roughly. */
  private static final int OVERHEAD = 400;

  private static final int BLOCK_OVERHEAD = 100;
  private static final int WIDTH_OVERHEAD = 80;

  /**
   * Reads a script's reply.
   *
   * @param reply the head and the blocks, null for each that has no rows
   */
  static ShelfPart read(ShelfQuestion question, List<Object> reply) {
    ShelfHead head = ShelfHead.parse((byte[]) reply.get(0));
    Map<ShelfBlock, byte[]> blocks = new HashMap<>();
    int next = 1;
    for (ShelfQuestion.Asked asked : question.blocks(head.widths())) {
      blocks.put(asked.block(), reply.get(next++) instanceof byte[] block ? block : NO_ROWS);
    }
    return new ShelfPart(
        head.revision(), head.widths(), ShelfDirectory.read(head.directory()), blocks);
  }

  /** True if all of these blocks were read. */
  boolean covers(List<ShelfQuestion.Asked> asked) {
    for (ShelfQuestion.Asked one : asked) {
      if (!blocks.containsKey(one.block())) {
        return false;
      }
    }
    return true;
  }

  /** With the blocks of another part of the same revision. */
  ShelfPart with(ShelfPart other) {
    Map<ShelfBlock, byte[]> all = new HashMap<>(blocks);
    all.putAll(other.blocks);
    return all.size() == blocks.size() ? this : new ShelfPart(revision, widths, directory, all);
  }

  /** Bytes that it takes in memory, roughly. */
  int weight() {
    long weight = OVERHEAD + Long.BYTES * directory.places() + WIDTH_OVERHEAD * widths.size();
    for (byte[] block : blocks.values()) {
      weight += BLOCK_OVERHEAD + block.length;
    }
    return (int) Math.min(weight, Integer.MAX_VALUE);
  }
}
