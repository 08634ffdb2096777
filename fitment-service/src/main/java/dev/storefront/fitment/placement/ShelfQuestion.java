package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.BitPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The vehicles that a check asks for, sorted into segments as the script wants them.
 *
 * @param vehicles how many were asked for, repeats counted
 * @param segments by segment and bit, both ascending: at which positions of the request it stands
 */
record ShelfQuestion(int vehicles, SortedMap<Integer, SortedMap<Integer, List<Integer>>> segments) {

  static ShelfQuestion of(int... offsets) {
    SortedMap<Integer, SortedMap<Integer, List<Integer>>> segments = new TreeMap<>();
    for (int i = 0; i < offsets.length; i++) {
      BitPosition position = BitPosition.of(offsets[i]);
      segments
          .computeIfAbsent(position.segment(), segment -> new TreeMap<>())
          .computeIfAbsent(position.bit(), bit -> new ArrayList<>(1))
          .add(i);
    }
    return new ShelfQuestion(offsets.length, segments);
  }

  Set<Integer> segmentNumbers() {
    return segments.keySet();
  }

  Object[] args() {
    List<Object> args = new ArrayList<>();
    segments.forEach(
        (segment, bits) -> {
          args.add(segment);
          args.add(bits.size());
          args.addAll(bits.keySet());
        });
    return args.toArray();
  }

  /**
   * The blocks in which the vehicles lie, each once, in the order in which the script gives them.
   *
   * @param widths of the blocks of each segment that has vehicles
   */
  List<Asked> blocks(Map<Integer, Integer> widths) {
    List<Asked> blocks = new ArrayList<>();
    segments.forEach(
        (segment, bits) -> {
          Integer width = widths.get(segment);
          SortedMap<Integer, List<Integer>> rest = bits;
          while (width != null && !rest.isEmpty()) {
            int number = rest.firstKey() / width;
            int end = (number + 1) * width;
            blocks.add(Asked.of(new ShelfBlock(segment, number), width, rest.headMap(end)));
            rest = rest.tailMap(end);
          }
        });
    return blocks;
  }

  /**
   * A block with the vehicles that lie in it. Arrays, because each row of the block meets them.
   *
   * @param width of the segment's blocks
   * @param bits of the segment, ascending
   * @param positions for each bit where it stands in the request
   */
  record Asked(ShelfBlock block, int width, int[] bits, int[][] positions) {

    static Asked of(ShelfBlock block, int width, SortedMap<Integer, List<Integer>> positions) {
      return new Asked(
          block,
          width,
          positions.keySet().stream().mapToInt(bit -> bit).toArray(),
          positions.values().stream()
              .map(all -> all.stream().mapToInt(position -> position).toArray())
              .toArray(int[][]::new));
    }

    /** Says yes at the positions of a bit. */
    void markAll(int index, boolean[] answers) {
      for (int position : positions[index]) {
        answers[position] = true;
      }
    }
  }
}
