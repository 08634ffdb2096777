package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.BitPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The vehicles that a check asks for, sorted into segments as the script wants them.
 *
 * @param vehicles how many were asked for, repeats counted
 * @param segments by segment and bit, both ascending: at which positions of the request it stands
 */
record ShelfQuestion(int vehicles, SortedMap<Integer, SortedMap<Integer, List<Integer>>> segments) {

  static ShelfQuestion of(int... offsets) {
    SortedMap<Integer, SortedMap<Integer, List<Integer>>> segments = new TreeMap<>();
    for (int i = 0; i < offsets.length; i++) {
      BitPosition position = BitPosition.of(offsets[i]);
      segments
          .computeIfAbsent(position.segment(), segment -> new TreeMap<>())
          .computeIfAbsent(position.bit(), bit -> new ArrayList<>(1))
          .add(i);
    }
    return new ShelfQuestion(offsets.length, segments);
  }

  Set<Integer> segmentNumbers() {
    return segments.keySet();
  }

  Object[] args() {
    List<Object> args = new ArrayList<>();
    segments.forEach(
        (segment, bits) -> {
          args.add(segment);
          args.add(bits.size());
          args.addAll(bits.keySet());
        });
    return args.toArray();
  }
}
