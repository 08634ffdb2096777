package dev.storefront.fitment.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * A shelf's head in Redis: {@code <revision>;<generation>,<segment>=<block width>,..;<directory>},
 * its segments being those that have vehicles. The generation is left out if it is 1; it tells the
 * scripts whether to believe the head, and nobody else.
 *
 * @param widths of the blocks of each segment
 * @param directory see {@link ShelfDirectory}
 */
record ShelfHead(long revision, Map<Integer, Integer> widths, ByteBuffer directory) {

  /**
   * @throws IllegalArgumentException if it is no head
   */
  static ShelfHead parse(byte[] head) {
    int listed = indexOf(head, 0) + 1;
    int end = indexOf(head, listed);
    Map<Integer, Integer> widths = new HashMap<>();
    for (String entry : new String(head, listed, end - listed, US_ASCII).split(",")) {
      int equals = entry.indexOf('=');
      if (equals > 0) {
        widths.put(
            Integer.parseInt(entry.substring(0, equals)),
            Integer.parseInt(entry.substring(equals + 1)));
      }
    }
    return new ShelfHead(
        Long.parseLong(new String(head, 0, listed - 1, US_ASCII)),
        widths,
        ByteBuffer.wrap(head, end + 1, head.length - end - 1));
  }

  private static int indexOf(byte[] head, int from) {
    for (int index = from; index < head.length; index++) {
      if (head[index] == ';') {
        return index;
      }
    }
    throw new IllegalArgumentException("A head has two semicolons");
  }
}
