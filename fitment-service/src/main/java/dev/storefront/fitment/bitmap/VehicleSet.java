package dev.storefront.fitment.bitmap;

import java.util.Arrays;
import java.util.Map;

/**
 * A set of vehicles by their offsets, as one bitmap per {@link BitPosition segment}. Bits lie as
 * Redis counts them: bit 0 is the highest of the first byte. Mutable, not thread-safe.
 */
public final class VehicleSet {

  private static final byte[] NONE = {};

  private byte[][] segments = {};

  /** A set of these offsets; repeats count once. */
  public static VehicleSet ofOffsets(int... offsets) {
    VehicleSet set = new VehicleSet();
    for (int offset : offsets) {
      set.add(offset);
    }
    return set;
  }

  /** A set of what {@link #segment} gave; the arrays are used, not copied. */
  public static VehicleSet ofSegments(Map<Integer, byte[]> segments) {
    VehicleSet set = new VehicleSet();
    segments.forEach(
        (number, bits) -> {
          set.reserve(number);
          set.segments[number] = bits;
        });
    return set;
  }

  /** Adds the vehicle with this offset. */
  public void add(int offset) {
    BitPosition position = BitPosition.of(offset);
    reserve(position.segment());
    byte[] bits = segments[position.segment()];
    int index = position.bit() / 8;
    if (index >= bits.length) {
      bits = Arrays.copyOf(bits, BitPosition.SEGMENT_SIZE / 8);
      segments[position.segment()] = bits;
    }
    bits[index] |= mask(position.bit());
  }

  /** Removes the vehicle with this offset. */
  public void remove(int offset) {
    BitPosition position = BitPosition.of(offset);
    if (contains(offset)) {
      segments[position.segment()][position.bit() / 8] &= (byte) ~mask(position.bit());
    }
  }

  /** True if the vehicle with this offset is in the set. */
  public boolean contains(int offset) {
    BitPosition position = BitPosition.of(offset);
    byte[] bits = segment(position.segment(), segments);
    int index = position.bit() / 8;
    return index < bits.length && (bits[index] & mask(position.bit())) != 0;
  }

  /** How many vehicles there are. */
  public int size() {
    int size = 0;
    for (byte[] bits : segments) {
      for (byte b : bits) {
        size += Integer.bitCount(b & 0xff);
      }
    }
    return size;
  }

  /** One more than the number of the highest segment that has a vehicle; 0 for the empty set. */
  public int segmentSpan() {
    int span = segments.length;
    while (span > 0 && length(segments[span - 1]) == 0) {
      span--;
    }
    return span;
  }

  /** The bits of one segment without trailing zero bytes, empty if it has no vehicle. */
  public byte[] segment(int number) {
    byte[] bits = segment(number, segments);
    int length = length(bits);
    return length == bits.length ? bits : Arrays.copyOf(bits, length);
  }

  /**
   * Up to {@code limit} offsets in ascending order.
   *
   * @param first the least offset wanted, from 1
   */
  public int[] offsetsFrom(int first, int limit) {
    int[] found = new int[limit];
    int count = 0;
    int end = segments.length * BitPosition.SEGMENT_SIZE;
    for (int offset = first; offset <= end && count < limit; offset++) {
      BitPosition position = BitPosition.of(offset);
      byte[] bits = segments[position.segment()];
      int index = position.bit() / 8;
      if (index >= bits.length) {
        offset = (position.segment() + 1) * BitPosition.SEGMENT_SIZE;
      } else if (bits[index] == 0) {
        offset += 7 - position.bit() % 8;
      } else if ((bits[index] & mask(position.bit())) != 0) {
        found[count++] = offset;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private void reserve(int number) {
    int before = segments.length;
    if (number >= before) {
      segments = Arrays.copyOf(segments, number + 1);
      Arrays.fill(segments, before, number + 1, NONE);
    }
  }

  private static byte[] segment(int number, byte[][] segments) {
    return number < segments.length ? segments[number] : NONE;
  }

  private static int length(byte[] bits) {
    int length = bits.length;
    while (length > 0 && bits[length - 1] == 0) {
      length--;
    }
    return length;
  }

  private static byte mask(int bit) {
    return (byte) (0x80 >>> (bit % 8));
  }
}
