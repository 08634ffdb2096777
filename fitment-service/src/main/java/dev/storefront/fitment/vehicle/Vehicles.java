package dev.storefront.fitment.vehicle;

import dev.storefront.common.web.Cursor;
import dev.storefront.fitment.bitmap.VehicleSet;
import io.micrometer.core.annotation.Timed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The vehicles that there are, by id and in the order of their offsets. */
@Component
public class Vehicles {

  private final VehicleRepository vehicles;
  private final VehicleOffsets offsets;

  Vehicles(VehicleRepository vehicles, VehicleOffsets offsets) {
    this.vehicles = vehicles;
    this.offsets = offsets;
  }

  /**
   * The offset of each vehicle.
   *
   * @param vehicleIds seven-digit ids, repeats allowed
   */
  public OffsetLookup offsetsOf(int... vehicleIds) {
    return offsets.of(vehicleIds);
  }

  /**
   * As {@link #offsetsOf(int...)}, for callers whom nobody knows: an import by another instance may
   * take some tenths of a second to show.
   */
  public OffsetLookup offsetsForAnybody(int... vehicleIds) {
    return offsets.ofAnybody(vehicleIds);
  }

  /** As {@link #offsetsOf(int...)}, but passes over vehicles that were deleted. */
  public OffsetLookup offsetsOfRemaining(int... vehicleIds) {
    return offsets.ofRemaining(vehicleIds);
  }

  /** The vehicle of each offset, 0 for those that deletions left empty: four bytes for each. */
  public int[] idsByOffset() {
    return vehicles.idsByOffset();
  }

  /** How many vehicles of a set there still are; deletions show here within about a second. */
  public int count(VehicleSet set) {
    return offsets.count(set);
  }

  /**
   * The offsets of all vehicles of a model in some years, ascending; upper and lower case do not
   * matter.
   */
  public int[] offsetsOf(String make, String model, int fromYear, int toYear) {
    return vehicles.offsetsOf(make, model, fromYear, toYear);
  }

  /** The first vehicles behind an offset, in the order of their offsets. */
  public List<Vehicle> after(int offset, int limit) {
    return vehicles.list(VehicleFilter.ALL, offset, limit);
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "find-vehicle"})
  Optional<Vehicle> find(int vehicleId) {
    return vehicles.find(vehicleId);
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-vehicles"})
  VehiclePage list(VehicleFilter filter, @Nullable String cursor, int limit) {
    String list = "vehicles" + filter;
    return page(list, vehicles.list(filter, after(list, cursor), limit + 1), limit);
  }

  /**
   * A page of all vehicles there are.
   *
   * @param list what the cursor belongs to
   */
  public VehiclePage pageOfAll(String list, @Nullable String cursor, int limit) {
    return page(list, vehicles.list(VehicleFilter.ALL, after(list, cursor), limit + 1), limit);
  }

  /**
   * A page of a set's vehicles.
   *
   * @param list what the cursor belongs to
   */
  public VehiclePage pageOf(VehicleSet set, String list, @Nullable String cursor, int limit) {
    int after = after(list, cursor);
    List<Vehicle> found = new ArrayList<>();
    boolean more = true;
    while (more && found.size() <= limit) {
      // Offsets of vehicles that are gone leave room for others.
      int wanted = limit + 1 - found.size();
      int[] offsets = set.offsetsFrom(after + 1, wanted);
      found.addAll(vehicles.byOffsets(Arrays.stream(offsets).boxed().toList()));
      more = offsets.length == wanted;
      after = more ? offsets[wanted - 1] : after;
    }
    return page(list, found, limit);
  }

  private static int after(String list, @Nullable String cursor) {
    if (cursor == null) {
      return 0;
    }
    long offset = Cursor.decodeLong(list, cursor);
    if (offset < 0 || offset > Integer.MAX_VALUE - 1) {
      throw Cursor.invalid();
    }
    return (int) offset;
  }

  private static VehiclePage page(String list, List<Vehicle> oneMore, int limit) {
    if (oneMore.size() <= limit) {
      return new VehiclePage(oneMore, null);
    }
    List<Vehicle> items = oneMore.subList(0, limit);
    return new VehiclePage(
        items, Cursor.encode(list, Integer.toString(items.get(limit - 1).offset())));
  }
}
