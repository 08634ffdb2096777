package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.Varint;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Which SKU stands on which place of a shelf. As bytes: the SKUs in the order of their places, each
 * by its distance from the one before (twice the amount, less one if it is negative). A 0 before it
 * says that there is more to know: 0 that the next place is empty, 1 that the SKU is universal.
 */
final class ShelfDirectory {

  private static final int MARK = 0;
  private static final int EMPTY = 0;
  private static final int UNIVERSAL = 1;

  /** No SKU: their ids are positive. */
  private static final long NOBODY = 0;

  /** Most groups have no more SKUs. */
  private static final int FEW = 16;

  private final long[] skuIds;
  private final BitSet universal;

  private ShelfDirectory(long[] skuIds, BitSet universal) {
    this.skuIds = skuIds;
    this.universal = universal;
  }

  static ShelfDirectory read(ByteBuffer bytes) {
    ByteBuffer in = bytes.duplicate();
    long[] skuIds = new long[FEW];
    BitSet universal = new BitSet();
    long skuId = 0;
    int ordinal = 0;
    for (; in.hasRemaining(); ordinal++) {
      long distance = Varint.read(in);
      if (distance == MARK) {
        if (Varint.read(in) == EMPTY) {
          continue;
        }
        universal.set(ordinal);
        distance = Varint.read(in);
      }
      skuId += distance >>> 1 ^ -(distance & 1);
      if (ordinal >= skuIds.length) {
        skuIds = Arrays.copyOf(skuIds, Shelf.SIZE);
      }
      skuIds[ordinal] = skuId;
    }
    return new ShelfDirectory(Arrays.copyOf(skuIds, ordinal), universal);
  }

  static byte[] write(List<ShelfContents.Member> members) {
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

  /** Visits the SKUs in the order of their places. */
  void forEachMember(MemberVisitor visitor) {
    for (int ordinal = 0; ordinal < skuIds.length; ordinal++) {
      if (skuIds[ordinal] != NOBODY) {
        visitor.visit(skuIds[ordinal], ordinal, universal.get(ordinal));
      }
    }
  }

  /** How many places it tells of, empty ones included. */
  int places() {
    return skuIds.length;
  }

  /** Gets the SKUs of a directory one by one. */
  @FunctionalInterface
  interface MemberVisitor {
    void visit(long skuId, int ordinal, boolean universal);
  }
}
