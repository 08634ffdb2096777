package dev.storefront.fitment.placement;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.storefront.fitment.bitmap.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A shelf's head in Redis: {@code <revision>;,<segment>=<block width>,..;<directory>}, its segments
 * being those that have vehicles. The directory names the SKUs in the order of their places, each
 * by its distance from the one before (twice the amount, less one if it is negative). A 0 before it
 * says that there is more to know: 0 that the next place is empty, 1 that the SKU is universal.
 *
 * @param widths of the blocks of each segment
 * @param directory yet to be read
 */
record ShelfHead(Map<Integer, Integer> widths, ByteBuffer directory) {

  private static final int MARK = 0;
  private static final int EMPTY = 0;
  private static final int UNIVERSAL = 1;

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
    return new ShelfHead(widths, ByteBuffer.wrap(head, end + 1, head.length - end - 1));
  }

  static long revisionOf(byte[] head) {
    return Long.parseLong(new String(head, 0, indexOf(head, 0), US_ASCII));
  }

  /** Visits the SKUs in the order of their places. */
  void forEachMember(MemberVisitor visitor) {
    ByteBuffer in = directory.duplicate();
    long skuId = 0;
    for (int ordinal = 0; in.hasRemaining(); ordinal++) {
      long distance = Varint.read(in);
      boolean marked = distance == MARK;
      if (marked) {
        if (Varint.read(in) == EMPTY) {
          continue;
        }
        distance = Varint.read(in);
      }
      skuId += distance >>> 1 ^ -(distance & 1);
      visitor.visit(skuId, ordinal, marked);
    }
  }

  /** Gets the SKUs of a directory one by one. */
  interface MemberVisitor {
    void visit(long skuId, int ordinal, boolean universal);
  }

  static byte[] directoryOf(List<ShelfContents.Member> members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int ordinal = 0;
    long skuId = 0;
    for (ShelfContents.Member member : members) {
      for (; ordinal < member.ordinal(); ordinal++) {
        out.write(MARK);
        out.write(EMPTY);
      }
      if (member.universal()) {
        out.write(MARK);
        out.write(UNIVERSAL);
      }
      long distance = member.skuId() - skuId;
      Varint.write(out, distance << 1 ^ distance >> 63);
      skuId = member.skuId();
      ordinal++;
    }
    return out.toByteArray();
  }

  private static int indexOf(byte[] head, int from) {
    int index = from;
    while (head[index] != ';') {
      index++;
    }
    return index;
  }
}
