package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A set of ids of one segment; none of its methods changes it. */
public final class SegmentIds {

  private final Segment segment;
  private final BitSet bits;

  private SegmentIds(Segment segment, BitSet bits) {
    this.segment = segment;
    this.bits = bits;
  }

  /** All of the segment. */
  public static SegmentIds all(Segment segment) {
    BitSet bits = new BitSet();
    bits.set(0, (int) segment.ids().count());
    return new SegmentIds(segment, bits);
  }

  /** None. */
  public static SegmentIds none(Segment segment) {
    return new SegmentIds(segment, new BitSet());
  }

  /** What {@link #toBytes()} wrote; all, if that was nothing. */
  public static SegmentIds decode(Segment segment, byte @Nullable [] bytes) {
    return bytes == null ? all(segment) : decode(segment, segment.ids().first(), bytes);
  }

  /** What {@link #toBytes(long)} wrote for the same first id. */
  public static SegmentIds decode(Segment segment, long first, byte[] bytes) {
    return none(segment).plus(BitSet.valueOf(bytes).stream().mapToLong(bit -> first + bit));
  }

  /** A bit for each id, the first one lowest. */
  public byte[] toBytes() {
    return toBytes(segment.ids().first());
  }

  /**
   * The same from an id of the segment on.
   *
   * @param first none of them is before it
   */
  public byte[] toBytes(long first) {
    int from = position(first);
    return bits.get(from, Math.max(from, bits.length())).toByteArray();
  }

  /** The lowest; there has to be one. */
  public long first() {
    return segment.ids().first() + bits.nextSetBit(0);
  }

  /** The highest; there has to be one. */
  public long last() {
    return segment.ids().first() + bits.length() - 1;
  }

  /** What they are ids of. */
  public Segment segment() {
    return segment;
  }

  /** How many they are. */
  public int count() {
    return bits.cardinality();
  }

  /** True if there is none. */
  public boolean isEmpty() {
    return bits.isEmpty();
  }

  /** True if the id is one of them. */
  public boolean contains(long id) {
    return segment.ids().contains(id) && bits.get(position(id));
  }

  /** In ascending order. */
  public LongStream stream() {
    return bits.stream().mapToLong(position -> segment.ids().first() + position);
  }

  /** With these ids of the segment, too. */
  public SegmentIds plus(IdRange ids) {
    BitSet more = (BitSet) bits.clone();
    more.set(position(ids.first()), position(ids.last()) + 1);
    return new SegmentIds(segment, more);
  }

  /** As above. */
  public SegmentIds plus(LongStream ids) {
    BitSet more = (BitSet) bits.clone();
    ids.forEach(id -> more.set(position(id)));
    return new SegmentIds(segment, more);
  }

  /** Those that are among these others of the segment, too. */
  public SegmentIds and(SegmentIds others) {
    BitSet both = (BitSet) bits.clone();
    both.and(others.bits);
    return new SegmentIds(segment, both);
  }

  /** Without these ids of the segment. */
  public SegmentIds minus(LongStream ids) {
    BitSet fewer = (BitSet) bits.clone();
    ids.forEach(id -> fewer.clear(position(id)));
    return new SegmentIds(segment, fewer);
  }

  /**
   * Those of which all neighbours are in it, too.
   *
   * @param size how many neighbours belong together, counted from the segment's first id; the last
   *     of a segment may be fewer
   */
  public SegmentIds inWholeUnits(int size) {
    BitSet whole = (BitSet) bits.clone();
    int count = (int) segment.ids().count();
    for (int from = 0; from < count; from += size) {
      int to = Math.min(from + size, count);
      if (bits.nextClearBit(from) < to) {
        whole.clear(from, to);
      }
    }
    return new SegmentIds(segment, whole);
  }

  /** As few ranges as can be, in ascending order. */
  public List<IdRange> ranges() {
    List<IdRange> ranges = new ArrayList<>();
    long first = segment.ids().first();
    for (int from = bits.nextSetBit(0); from >= 0; ) {
      int to = bits.nextClearBit(from);
      ranges.add(new IdRange(first + from, first + to - 1));
      from = bits.nextSetBit(to);
    }
    return ranges;
  }

  private int position(long id) {
    return (int) (id - segment.ids().first());
  }
}
