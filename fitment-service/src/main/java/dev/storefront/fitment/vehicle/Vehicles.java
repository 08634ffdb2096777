package dev.storefront.fitment.vehicle;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.web.Cursor;
import dev.storefront.fitment.bitmap.VehicleSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The vehicles that there are, by id and in the order of their offsets. */
@Repository
public class Vehicles {
  private static final String COLUMNS =
      "SELECT vehicle_id, vehicle_offset, make, model, model_year, trim_name FROM vehicle ";

  /** Rows that are read at once. */
  private static final int RANGE = 10_000;

  private final JdbcClient db;

  Vehicles(JdbcClient db) {
    this.db = db;
  }

  @UseCase("find-vehicle")
  Optional<Vehicle> find(int vehicleId) {
    return db.sql(COLUMNS + "WHERE vehicle_id = ?").param(vehicleId).query(Vehicle::of).optional();
  }

  /** The first vehicles behind an offset, in the order of their offsets. */
  public List<Vehicle> after(int offset, int limit) {
    return list(VehicleFilter.ALL, offset, limit);
  }

  /** The first vehicles after an offset that match what is given of the filter. */
  List<Vehicle> list(VehicleFilter filter, int afterOffset, int limit) {
    String sql = COLUMNS + "WHERE vehicle_offset > :after";
    sql += filter.make() == null ? "" : " AND make = :make";
    sql += filter.model() == null ? "" : " AND model = :model";
    sql += filter.year() == null ? "" : " AND model_year = :year";
    return db.sql(sql + " ORDER BY vehicle_offset LIMIT :limit")
        .param("after", afterOffset)
        .param("make", filter.make())
        .param("model", filter.model())
        .param("year", filter.year())
        .param("limit", limit)
        .query(Vehicle::of)
        .list();
  }

  @UseCase("list-vehicles")
  VehiclePage list(VehicleFilter filter, @Nullable String cursor, int limit) {
    String list = "vehicles" + filter;
    return page(list, list(filter, after(list, cursor), limit + 1), limit);
  }

  /**
   * A page of all vehicles there are.
   *
   * @param list what the cursor belongs to
   */
  public VehiclePage pageOfAll(String list, @Nullable String cursor, int limit) {
    return page(list, list(VehicleFilter.ALL, after(list, cursor), limit + 1), limit);
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
      found.addAll(byOffsets(Arrays.stream(offsets).boxed().toList()));
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
    return new VehiclePage(items, Cursor.encode(list, items.get(limit - 1).offset()));
  }

  List<Vehicle> byOffsets(Collection<Integer> offsets) {
    if (offsets.isEmpty()) {
      return List.of();
    }
    return db.sql(COLUMNS + "WHERE vehicle_offset IN (:offsets) ORDER BY vehicle_offset")
        .param("offsets", offsets)
        .query(Vehicle::of)
        .list();
  }

  Map<Integer, Integer> offsetsOf(Collection<Integer> vehicleIds) {
    Map<Integer, Integer> offsets = new HashMap<>();
    db.sql("SELECT vehicle_id, vehicle_offset FROM vehicle WHERE vehicle_id IN (:ids)")
        .param("ids", vehicleIds)
        .query(
            row -> {
              offsets.put(row.getInt(1), row.getInt(2));
            });
    return offsets;
  }

  /** The highest offset that was ever given; all lower ones were given before. */
  int lastOffset() {
    return db.sql("SELECT last_offset FROM vehicle_offset_counter WHERE id = 1")
        .query(Integer.class)
        .single();
  }

  /** The offsets of all vehicles of a range of offsets, by vehicle. */
  Map<Integer, Integer> offsetsBetween(int first, int last) {
    Map<Integer, Integer> offsets = new HashMap<>();
    db.sql("SELECT vehicle_id, vehicle_offset FROM vehicle WHERE vehicle_offset BETWEEN ? AND ?")
        .params(first, last)
        .query(
            row -> {
              offsets.put(row.getInt(1), row.getInt(2));
            });
    return offsets;
  }

  /** The vehicle of each offset, 0 for those that deletions left empty: four bytes for each. */
  public int[] idsByOffset() {
    int[] ids = new int[lastOffset() + 1];
    for (int first = 1; first < ids.length; first += RANGE) {
      offsetsBetween(first, Math.min(ids.length, first + RANGE) - 1)
          .forEach((vehicleId, offset) -> ids[offset] = vehicleId);
    }
    return ids;
  }

  /** Those of some thousand ids under which a vehicle was deleted, now or before. */
  List<Integer> deletedAmong(Collection<Integer> vehicleIds) {
    return db.sql("SELECT DISTINCT vehicle_id FROM vehicle_deletion WHERE vehicle_id IN (:ids)")
        .param("ids", vehicleIds)
        .query(Integer.class)
        .list();
  }

  /** The vehicles that were deleted at this time or later, by their offsets. */
  Map<Integer, Integer> deletedSince(long millis) {
    Map<Integer, Integer> deleted = new HashMap<>();
    db.sql("SELECT vehicle_offset, vehicle_id FROM vehicle_deletion WHERE deleted_at >= ?")
        .param(millis)
        .query(
            row -> {
              deleted.put(row.getInt(1), row.getInt(2));
            });
    return deleted;
  }

  /**
   * The offsets of all vehicles of a model in some years, ascending; upper and lower case do not
   * matter.
   */
  public int[] offsetsOf(String make, String model, int fromYear, int toYear) {
    return db
        .sql(
            """
            SELECT vehicle_offset FROM vehicle
            WHERE make = ? AND model = ? AND model_year BETWEEN ? AND ? ORDER BY vehicle_offset\
            """)
        .params(make, model, fromYear, toYear)
        .query(Integer.class)
        .list()
        .stream()
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
