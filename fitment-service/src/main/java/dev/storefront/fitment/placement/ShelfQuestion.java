package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.BitPosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The vehicles that a check asks for, sorted into segments as the script wants them. Arrays,
 * because each row of each block of each shelf meets them.
 *
 * @param vehicles how many were asked for, repeats counted
 * @param segments those in which they lie, ascending
 */
record ShelfQuestion(int vehicles, List<Segment> segments) {

  static ShelfQuestion of(int... offsets) {
    SortedMap<Integer, SortedMap<Integer, List<Integer>>> bySegment = new TreeMap<>();
    for (int i = 0; i < offsets.length; i++) {
      BitPosition position = BitPosition.of(offsets[i]);
      bySegment
          .computeIfAbsent(position.segment(), segment -> new TreeMap<>())
          .computeIfAbsent(position.bit(), bit -> new ArrayList<>(1))
          .add(i);
    }
    List<Segment> segments = new ArrayList<>(bySegment.size());
    bySegment.forEach((number, bits) -> segments.add(Segment.of(number, bits)));
    return new ShelfQuestion(offsets.length, segments);
  }

  List<Integer> segmentNumbers() {
    return segments.stream().map(Segment::number).toList();
  }

  Object[] args() {
    List<Object> args = new ArrayList<>();
    for (Segment segment : segments) {
      args.add(segment.number());
      args.add(segment.bits().length);
      Arrays.stream(segment.bits()).forEach(args::add);
    }
    return args.toArray();
  }

  /**
   * The blocks in which the vehicles lie, each once, in the order in which the script gives them.
   *
   * @param widths of the blocks of each segment that has vehicles
   */
  List<Asked> blocks(Map<Integer, Integer> widths) {
    List<Asked> blocks = new ArrayList<>(vehicles);
    for (Segment segment : segments) {
      Integer width = widths.get(segment.number());
      if (width != null) {
        segment.addBlocks(width, blocks);
      }
    }
    return blocks;
  }

  /**
   * A segment in which vehicles lie.
   *
   * @param bits theirs, ascending
   * @param positions for each bit where it stands in the request
   */
  record Segment(int number, int[] bits, int[][] positions) {

    static Segment of(int number, SortedMap<Integer, List<Integer>> positions) {
      return new Segment(
          number,
          positions.keySet().stream().mapToInt(bit -> bit).toArray(),
          positions.values().stream()
              .map(all -> all.stream().mapToInt(position -> position).toArray())
              .toArray(int[][]::new));
    }

    private void addBlocks(int width, List<Asked> blocks) {
      int to = 0;
      while (to < bits.length) {
        int from = to;
        int block = bits[from] / width;
        while (to < bits.length && bits[to] / width == block) {
          to++;
        }
        blocks.add(new Asked(new ShelfBlock(number, block), width, this, from, to));
      }
    }
  }

  /**
   * A block with the vehicles that lie in it.
   *
   * @param width of the segment's blocks
   * @param from the first of the segment's bits that lies in it
   * @param to the first behind it that does not
   */
  record Asked(ShelfBlock block, int width, Segment segment, int from, int to) {

    int bit(int index) {
      return segment.bits()[index];
    }

    /** Says yes at the positions of a bit. */
    void markAll(int index, boolean[] answers) {
      for (int position : segment.positions()[index]) {
        answers[position] = true;
      }
    }
  }
}
