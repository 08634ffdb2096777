package dev.storefront.fitment.bitmap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A set of vehicles by their offsets, one Roaring bitmap per {@link BitPosition segment}. Mutable,
 * not thread-safe.
 */
public final class VehicleSet {

  /** Segments that have vehicles. */
  private final TreeMap<Integer, RoaringBitmap> segments = new TreeMap<>();

  /** A set of these offsets; repeats count once. */
  public static VehicleSet ofOffsets(int... offsets) {
    VehicleSet set = new VehicleSet();
    for (int offset : offsets) {
      set.add(offset);
    }
    return set;
  }

  /** Another set of the same vehicles. */
  public VehicleSet copy() {
    VehicleSet copy = new VehicleSet();
    segments.forEach((number, bits) -> copy.segments.put(number, bits.clone()));
    return copy;
  }

  /** Adds the vehicle with this offset. */
  public void add(int offset) {
    BitPosition position = BitPosition.of(offset);
    segments.computeIfAbsent(position.segment(), s -> new RoaringBitmap()).add(position.bit());
  }

  /** Takes a segment that {@link #serialized} gave, in place of what it had there. */
  public void addSerialized(int segment, byte[] bytes) {
    segments.put(segment, deserialize(bytes));
  }

  /** Removes the vehicle with this offset. */
  public void remove(int offset) {
    BitPosition position = BitPosition.of(offset);
    segments.computeIfPresent(
        position.segment(),
        (number, bits) -> {
          bits.remove(position.bit());
          return bits.isEmpty() ? null : bits;
        });
  }

  /** True if the vehicle with this offset is in the set. */
  public boolean contains(int offset) {
    BitPosition position = BitPosition.of(offset);
    RoaringBitmap bits = segments.get(position.segment());
    return bits != null && bits.contains(position.bit());
  }

  /** How many vehicles there are. */
  public int size() {
    return segments.values().stream().mapToInt(RoaringBitmap::getCardinality).sum();
  }

  /** How many vehicles there are that are not in the other set. */
  public int sizeWithout(VehicleSet other) {
    RoaringBitmap none = new RoaringBitmap();
    return segments.entrySet().stream()
        .mapToInt(
            segment ->
                RoaringBitmap.andNotCardinality(
                    segment.getValue(), other.segments.getOrDefault(segment.getKey(), none)))
        .sum();
  }

  /** The numbers of the segments that have vehicles, ascending. */
  public Set<Integer> segments() {
    return Collections.unmodifiableSet(segments.keySet());
  }

  /** The numbers of the segments that are not the same in the other set, ascending. */
  public Set<Integer> segmentsOtherThanIn(VehicleSet other) {
    Set<Integer> numbers = new TreeSet<>(segments.keySet());
    numbers.addAll(other.segments.keySet());
    numbers.removeIf(n -> Objects.equals(segments.get(n), other.segments.get(n)));
    return numbers;
  }

  /** A segment's bits in Roaring's portable format; it must have vehicles. */
  public byte[] serialized(int segment) {
    RoaringBitmap bits = Objects.requireNonNull(segments.get(segment), "an empty segment");
    bits.runOptimize();
    byte[] bytes = new byte[bits.serializedSizeInBytes()];
    bits.serialize(ByteBuffer.wrap(bytes));
    return bytes;
  }

  /**
   * Up to {@code limit} offsets in ascending order.
   *
   * @param first the least offset wanted, from 1
   */
  public int[] offsetsFrom(int first, int limit) {
    BitPosition start = BitPosition.of(first);
    int[] found = new int[Math.min(limit, size())];
    int count = 0;
    for (var segment : segments.tailMap(start.segment()).entrySet()) {
      PeekableIntIterator bits = segment.getValue().getIntIterator();
      if (segment.getKey() == start.segment()) {
        bits.advanceIfNeeded(start.bit());
      }
      while (bits.hasNext() && count < found.length) {
        found[count++] = new BitPosition(segment.getKey(), bits.next()).offset();
      }
    }
    return Arrays.copyOf(found, count);
  }

  static RoaringBitmap deserialize(byte[] bytes) {
    RoaringBitmap bits = new RoaringBitmap();
    try {
      bits.deserialize(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bits;
  }
}
