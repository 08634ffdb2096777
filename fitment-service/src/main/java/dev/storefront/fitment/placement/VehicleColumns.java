package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.BitPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The vehicles of a question, sorted into segments as the script wants them, and the way back to
 * the order in which they were asked for.
 */
final class VehicleColumns {

  private final List<Integer> segments;
  private final Object[] args;
  private final int[] places;

  private VehicleColumns(List<Integer> segments, Object[] args, int[] places) {
    this.segments = segments;
    this.args = args;
    this.places = places;
  }

  static VehicleColumns of(int... offsets) {
    TreeMap<Integer, List<Integer>> bySegment = new TreeMap<>();
    for (int place = 0; place < offsets.length; place++) {
      int segment = BitPosition.of(offsets[place]).segment();
      bySegment.computeIfAbsent(segment, s -> new ArrayList<>()).add(place);
    }
    List<Object> args = new ArrayList<>();
    args.add(bySegment.size());
    int[] places = new int[offsets.length];
    int column = 0;
    for (var entry : bySegment.entrySet()) {
      args.add(entry.getKey());
      args.add(entry.getValue().size());
      for (int place : entry.getValue()) {
        args.add(BitPosition.of(offsets[place]).bit());
        places[column++] = place;
      }
    }
    return new VehicleColumns(List.copyOf(bySegment.keySet()), args.toArray(), places);
  }

  List<Integer> segments() {
    return segments;
  }

  Object[] args() {
    return args;
  }

  /** The answer about the SKU with this index in the script's reply. */
  PlacedFit decode(byte[] reply, int index) {
    int row = index * (places.length + 1);
    boolean[] fits = new boolean[places.length];
    for (int column = 0; column < places.length; column++) {
      fits[places[column]] = reply[row + 1 + column] == '1';
    }
    return new PlacedFit(PlacedFit.Status.of(reply[row]), fits);
  }
}
