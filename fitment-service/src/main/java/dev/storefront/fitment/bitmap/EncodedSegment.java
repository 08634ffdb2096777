package dev.storefront.fitment.bitmap;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One segment of a shelf as Redis has it: cut into blocks of so many bits, each with a row for
 * every SKU that has one of them.
 *
 * @param width bits of a block; 0 if there are no vehicles
 * @param blocks those that are not empty, by their numbers
 */
public record EncodedSegment(
    @PositiveOrZero int width,
    @NotNull SortedMap<@PositiveOrZero Integer, @NotNull @Size(min = 1) byte[]> blocks) {

  /** No vehicles. */
  public static final EncodedSegment EMPTY =
      new EncodedSegment(0, Collections.unmodifiableSortedMap(new TreeMap<>()));

  /** Multiples of 64; the last is a whole segment. */
  static final int[] WIDTHS = {
    128, 192, 256, 320, 384, 448, 512, 640, 768, 1024, 1536, 2048, 4096, 8192, 16384, 50_048
  };

  /**
   * A check reads whole blocks: one of this length counts as if it took twice the memory, so that
   * they stay at some kilobytes.
   */
  private static final double DEAR_BLOCK = 65_536;

  /**
   * @throws IllegalArgumentException if there are blocks and no width
   */
  public EncodedSegment {
    if (blocks != null && (width == 0) != blocks.isEmpty()) {
      throw new IllegalArgumentException("Blocks need a width, and a width needs blocks");
    }
  }

  /**
   * Encodes a segment in the width that costs least.
   *
   * @param rows in ascending order of their ordinals, each with at least one vehicle
   */
  public static EncodedSegment of(List<SegmentRow> rows) {
    return rows.isEmpty() ? EMPTY : ofWidth(cheapestWidth(rows), rows);
  }

  static EncodedSegment ofWidth(int width, List<SegmentRow> rows) {
    SortedMap<Integer, byte[]> blocks = new TreeMap<>();
    for (int number = 0; number * width < BitPosition.SEGMENT_SIZE; number++) {
      BlockWriter block = new BlockWriter(new BlockSpan(width, number));
      rows.forEach(block::add);
      byte[] bytes = block.toBytes();
      if (bytes.length > 0) {
        blocks.put(number, bytes);
      }
    }
    return new EncodedSegment(width, blocks);
  }

  private static int cheapestWidth(List<SegmentRow> rows) {
    List<RowShape> shapes = rows.stream().map(RowShape::new).toList();
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int width : WIDTHS) {
      int[] blockBytes = new int[(BitPosition.SEGMENT_SIZE + width - 1) / width];
      shapes.forEach(shape -> shape.addBytes(width, blockBytes));
      int longest = Arrays.stream(blockBytes).max().orElseThrow();
      double cost = RedisMemory.ofHash(blockBytes) * (1 + longest / DEAR_BLOCK);
      if (cost < least) {
        least = cost;
        best = width;
      }
    }
    return best;
  }
}
