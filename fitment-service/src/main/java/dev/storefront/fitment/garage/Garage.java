package dev.storefront.fitment.garage;

import dev.storefront.fitment.vehicle.OffsetLookup;
import dev.storefront.fitment.vehicle.Vehicle;
import dev.storefront.fitment.vehicle.Vehicles;
import io.micrometer.core.annotation.Timed;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Which cars a user has. */
@Component
class Garage {

  /** As many as one check takes. */
  static final int PLACES = 20;

  private final Vehicles vehicles;
  private final JdbcClient db;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Garage(Vehicles vehicles, JdbcClient db, TransactionTemplate transaction, Clock clock) {
    this.vehicles = vehicles;
    this.db = db;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** The user's vehicles, the one that was parked first first. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-garage"})
  List<Vehicle> vehiclesOf(String user) {
    Map<Integer, Integer> parked = new LinkedHashMap<>();
    db.sql(
            "SELECT vehicle_id, vehicle_offset FROM garage_vehicle WHERE user_id = ?"
                + " ORDER BY parked_at, vehicle_id")
        .param(key(user))
        .query(
            row -> {
              parked.put(row.getInt(1), row.getInt(2));
            });
    return vehicles.inOrderOf(List.copyOf(parked.keySet())).stream()
        // A deleted vehicle's id may have come back: that is another vehicle.
        .filter(vehicle -> Objects.equals(parked.get(vehicle.vehicleId()), vehicle.offset()))
        .toList();
  }

  /** One of the user's vehicles. */
  Optional<Vehicle> find(String user, int vehicleId) {
    return vehiclesOf(user).stream().filter(v -> v.vehicleId() == vehicleId).findFirst();
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "park-vehicle"})
  ParkOutcome park(String user, int vehicleId) {
    if (vehicles.offsetsOf(vehicleId) instanceof OffsetLookup.Unknown) {
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
                SELECT ?, vehicle_id, vehicle_offset, ? FROM vehicle WHERE vehicle_id = ?""")
            .params(user, clock.millis(), vehicleId)
            .update();
    return added == 0 ? ParkOutcome.UNKNOWN_VEHICLE : ParkOutcome.PARKED;
  }

  /** Vehicles that are gone take no places. */
  private void removeDeleted(byte[] user) {
    db.sql(
            """
            DELETE FROM garage_vehicle WHERE user_id = ?
              AND NOT EXISTS (SELECT 1 FROM vehicle v WHERE v.vehicle_id = garage_vehicle.vehicle_id
                AND v.vehicle_offset = garage_vehicle.vehicle_offset)
            """)
        .param(user)
        .update();
  }

  /** Removes a vehicle; does nothing if it is not there. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "remove-vehicle"})
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
