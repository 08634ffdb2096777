package dev.storefront.fitment.garage;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.web.Cursor;
import dev.storefront.fitment.vehicle.OffsetLookup;
import dev.storefront.fitment.vehicle.Vehicle;
import dev.storefront.fitment.vehicle.VehicleOffsets;
import dev.storefront.fitment.vehicle.VehiclePage;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Which cars a user has. */
@Component
class Garage {

  /** As many as one check takes. */
  static final int PLACES = 20;

  private final VehicleOffsets offsets;
  private final JdbcClient db;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Garage(VehicleOffsets offsets, JdbcClient db, TransactionTemplate transaction, Clock clock) {
    this.offsets = offsets;
    this.db = db;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** A page of the user's vehicles, the one that was parked first first. */
  @UseCase("list-garage")
  VehiclePage page(String user, @Nullable String cursor, int limit) {
    String list = "garage of " + user;
    String after = cursor == null ? "" : Cursor.decode(list, cursor);
    List<ParkedCar> oneMore =
        carsOf(user).filter(car -> car.place().compareTo(after) > 0).limit(limit + 1L).toList();
    List<ParkedCar> cars = oneMore.subList(0, Math.min(limit, oneMore.size()));
    String next = oneMore.size() <= limit ? null : Cursor.encode(list, cars.get(limit - 1).place());
    return new VehiclePage(cars.stream().map(ParkedCar::vehicle).toList(), next);
  }

  /** A deleted vehicle's id may have come back: that is another vehicle. */
  private Stream<ParkedCar> carsOf(String user) {
    return db
        .sql(
            """
            SELECT v.*, g.parked_at FROM garage_vehicle g JOIN vehicle v
              ON v.vehicle_id = g.vehicle_id AND v.vehicle_offset = g.vehicle_offset
            WHERE g.user_id = ? ORDER BY g.parked_at, g.vehicle_id\
            """)
        .param(key(user))
        .query(
            (row, number) ->
                new ParkedCar(
                    Vehicle.of(row, number),
                    row.getLong("parked_at") + ":" + row.getInt("vehicle_id")))
        .list()
        .stream();
  }

  /** One of the user's vehicles. */
  Optional<Vehicle> find(String user, int vehicleId) {
    return carsOf(user).map(ParkedCar::vehicle).filter(v -> v.vehicleId() == vehicleId).findFirst();
  }

  @UseCase("park-vehicle")
  ParkOutcome park(String user, int vehicleId) {
    if (offsets.of(vehicleId) instanceof OffsetLookup.Unknown) {
      return ParkOutcome.UNKNOWN_VEHICLE;
    }
    return transaction.execute(status -> parkKnown(key(user), vehicleId));
  }

  private ParkOutcome parkKnown(byte[] user, int vehicleId) {
    db.sql("INSERT INTO garage VALUES (?) ON DUPLICATE KEY UPDATE user_id = VALUES(user_id)")
        .param(user)
        .update();
    removeDeleted(user);
    List<Integer> parked =
        db.sql("SELECT vehicle_id FROM garage_vehicle WHERE user_id = ?")
            .param(user)
            .query(Integer.class)
            .list();
    if (parked.contains(vehicleId)) {
      return ParkOutcome.PARKED;
    }
    if (parked.size() >= PLACES) {
      return ParkOutcome.GARAGE_FULL;
    }
    int added =
        db.sql(
                """
                INSERT INTO garage_vehicle (user_id, vehicle_id, vehicle_offset, parked_at)
                SELECT ?, vehicle_id, vehicle_offset, ? FROM vehicle WHERE vehicle_id = ?\
                """)
            .params(user, clock.millis(), vehicleId)
            .update();
    return added == 0 ? ParkOutcome.UNKNOWN_VEHICLE : ParkOutcome.PARKED;
  }

  /**
   * Vehicles that are gone take no places. They are read first: a DELETE that asks the table of
   * vehicles locks what it reads there, and imports of vehicles would be in its way.
   */
  private void removeDeleted(byte[] user) {
    List<Integer> gone =
        db.sql(
                """
                SELECT g.vehicle_id FROM garage_vehicle g LEFT JOIN vehicle v
                  ON v.vehicle_id = g.vehicle_id AND v.vehicle_offset = g.vehicle_offset
                WHERE g.user_id = ? AND v.vehicle_id IS NULL\
                """)
            .param(user)
            .query(Integer.class)
            .list();
    if (!gone.isEmpty()) {
      db.sql("DELETE FROM garage_vehicle WHERE user_id = :user AND vehicle_id IN (:gone)")
          .param("user", user)
          .param("gone", gone)
          .update();
    }
  }

  /** Removes a vehicle; does nothing if it is not there. */
  @UseCase("remove-vehicle")
  void remove(String user, int vehicleId) {
    db.sql("DELETE FROM garage_vehicle WHERE user_id = ? AND vehicle_id = ?")
        .params(key(user), vehicleId)
        .update();
  }

  /** Bytes, so that no collation takes two users for one. */
  private static byte[] key(String user) {
    return user.getBytes(StandardCharsets.UTF_8);
  }
}
