package dev.storefront.fitment.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.storefront.fitment.bitmap.EncodedSegment;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A segment of a shelf as Redis has it.
 *
 * @param headMemory bytes that the shelf's head takes
 * @param memory bytes that the segment takes, all that belongs to its key included
 */
public record PlacedSegment(long headMemory, long memory, EncodedSegment encoded) {

  static PlacedSegment read(List<Object> reply) {
    SortedMap<Integer, byte[]> blocks = new TreeMap<>();
    for (int i = 3; i < reply.size(); i += 2) {
      int number = Integer.parseInt(new String((byte[]) reply.get(i), US_ASCII));
      blocks.put(number, (byte[]) reply.get(i + 1));
    }
    int width = ((Long) reply.get(2)).intValue();
    return new PlacedSegment(
        (Long) reply.get(0), (Long) reply.get(1), new EncodedSegment(width, blocks));
  }
}
