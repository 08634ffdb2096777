package dev.storefront.common.redis;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.lettuce.core.cluster.SlotHash;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A set of a Redis Cluster's hash slots, 0 to 16383. Immutable. */
public final class HashSlots {

  /** No slot at all. */
  public static final HashSlots NONE = new HashSlots(new BitSet());

  private final BitSet slots;

  private HashSlots(BitSet slots) {
    this.slots = slots;
  }

  /**
   * The slots that a text names.
   *
   * @param text slots and ranges as {@link #toString} writes them, such as {@code 0-99,7000}; empty
   *     for none
   * @throws IllegalArgumentException if it is anything else, or a slot is not one of a cluster's
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static HashSlots of(String text) {
    BitSet slots = new BitSet(SlotHash.SLOT_COUNT);
    for (String range : text.isEmpty() ? new String[0] : text.split(",")) {
      String[] ends = range.split("-", 2);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (first > last || last >= SlotHash.SLOT_COUNT) {
        throw new IllegalArgumentException("no slots: " + range);
      }
      slots.set(first, last + 1);
    }
    return new HashSlots(slots);
  }

  /** True if the key with this full name lies in one of them. */
  public boolean covers(String key) {
    return contains(SlotHash.getSlot(key));
  }

  /** True if the slot is one of them. */
  public boolean contains(int slot) {
    return slots.get(slot);
  }

  /** True if there is none. */
  public boolean isEmpty() {
    return slots.isEmpty();
  }

  /** How many there are. */
  public int count() {
    return slots.cardinality();
  }

  /** The lowest one, -1 if there is none. */
  int first() {
    return slots.nextSetBit(0);
  }

  HashSlots or(HashSlots others) {
    BitSet union = (BitSet) slots.clone();
    union.or(others.slots);
    return new HashSlots(union);
  }

  HashSlots and(HashSlots others) {
    BitSet common = (BitSet) slots.clone();
    common.and(others.slots);
    return new HashSlots(common);
  }

  HashSlots minus(HashSlots others) {
    BitSet rest = (BitSet) slots.clone();
    rest.andNot(others.slots);
    return new HashSlots(rest);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HashSlots that && slots.equals(that.slots);
  }

  @Override
  public int hashCode() {
    return slots.hashCode();
  }

  /** Slots and ranges in order, separated by commas. */
  @JsonValue
  @Override
  public String toString() {
    List<String> ranges = new ArrayList<>();
    for (int first = first(); first >= 0; ) {
      int end = slots.nextClearBit(first);
      ranges.add(end == first + 1 ? Integer.toString(first) : first + "-" + (end - 1));
      first = slots.nextSetBit(end);
    }
    return String.join(",", ranges);
  }
}
