package dev.storefront.history.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What of which a history shows one view: the latest.
 *
 * @param kind whose number it is: these are different numbers
 * @param id of the SPU, the main SKU, or the SKU
 */
public record Group(Kind kind, long id) {

  /** Whose number a group's id is. */
  public enum Kind {
    /** An SPU of the marketplace. */
    SPU,
    /** The main SKU of a product that we sell ourselves. */
    MAIN_SKU,
    /** A SKU of which nobody told a product. */
    SKU
  }

  /** The group of a SKU of which nothing is known: itself. */
  public static Group ofSku(long skuId) {
    return new Group(Kind.SKU, skuId);
  }

  /** One byte for the kind, by its place in the enum, and the id from its lowest byte. */
  public byte[] encode() {
    return ByteBuffer.allocate(1 + Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) kind.ordinal())
        .putLong(id)
        .array();
  }

  /** The group that {@link #encode} wrote so. */
  public static Group decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return new Group(Kind.values()[buffer.get()], buffer.getLong());
  }
}
