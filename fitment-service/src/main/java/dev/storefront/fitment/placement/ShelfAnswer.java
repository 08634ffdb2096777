package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.BlockReader;
import dev.storefront.fitment.bitmap.BlockSpan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what a check's script says of a shelf: its head, and the blocks that were asked for. */
final class ShelfAnswer {

  private static final boolean[] NOT_ASKED = {};

  private final ShelfQuestion question;

  /** Of each place, the answer about the SKU there if it was asked for. */
  private final boolean[][] fitsByOrdinal = new boolean[Shelf.SIZE][];

  private ShelfAnswer(ShelfQuestion question) {
    this.question = question;
    Arrays.fill(fitsByOrdinal, NOT_ASKED);
  }

  /**
   * @param reply the head and the blocks, null for each that has no rows; empty if any is lost
   */
  static Map<Long, PlacedFit> read(ShelfQuestion question, List<Long> skuIds, List<Object> reply) {
    Map<Long, PlacedFit> fits = new HashMap<>();
    PlacedFit absent = new PlacedFit(PlacedFit.Status.ABSENT, new boolean[question.vehicles()]);
    skuIds.forEach(skuId -> fits.put(skuId, absent));
    if (!reply.isEmpty()) {
      new ShelfAnswer(question).read(reply, fits);
    }
    return fits;
  }

  private void read(List<Object> reply, Map<Long, PlacedFit> fits) {
    Iterator<Object> parts = reply.iterator();
    ShelfHead head = ShelfHead.parse((byte[]) parts.next());
    head.forEachMember(
        (skuId, ordinal, universal) -> {
          if (fits.containsKey(skuId)) {
            fits.put(skuId, member(ordinal, universal));
          }
        });
    question
        .segments()
        .forEach(
            (segment, bits) -> {
              Integer width = head.widths().get(segment);
              if (width != null) {
                readSegment(width, bits, parts);
              }
            });
  }

  private PlacedFit member(int ordinal, boolean universal) {
    boolean[] fits = new boolean[question.vehicles()];
    if (universal) {
      Arrays.fill(fits, true);
      return new PlacedFit(PlacedFit.Status.UNIVERSAL, fits);
    }
    fitsByOrdinal[ordinal] = fits;
    return new PlacedFit(PlacedFit.Status.KNOWN, fits);
  }

  /** The script gives each block once, in the order of the bits. */
  private void readSegment(
      int width, SortedMap<Integer, List<Integer>> bits, Iterator<Object> parts) {
    SortedMap<Integer, List<Integer>> rest = bits;
    while (!rest.isEmpty()) {
      int number = rest.firstKey() / width;
      SortedMap<Integer, List<Integer>> ofNext = rest.tailMap((number + 1) * width);
      if (parts.next() instanceof byte[] block) {
        readBlock(
            new BlockReader(new BlockSpan(width, number), block),
            new TreeMap<>(rest.headMap((number + 1) * width)));
      }
      rest = ofNext;
    }
  }

  private void readBlock(BlockReader block, SortedMap<Integer, List<Integer>> bits) {
    while (block.next()) {
      boolean[] fits = fitsByOrdinal[block.ordinal()];
      if (fits != NOT_ASKED) {
        bits.forEach(
            (bit, positions) -> {
              if (block.contains(bit)) {
                positions.forEach(position -> fits[position] = true);
              }
            });
      }
    }
  }
}
