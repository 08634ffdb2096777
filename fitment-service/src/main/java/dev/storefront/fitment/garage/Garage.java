package dev.storefront.fitment.garage;

import dev.storefront.fitment.vehicle.OffsetLookup;
import dev.storefront.fitment.vehicle.Vehicle;
import dev.storefront.fitment.vehicle.Vehicles;
import io.micrometer.core.annotation.Timed;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
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
    List<Integer> ids =
        db.sql(
                "SELECT vehicle_id FROM garage_vehicle WHERE user_id = ?"
                    + " ORDER BY parked_at, vehicle_id")
            .param(key(user))
            .query(Integer.class)
            .list();
    return vehicles.inOrderOf(ids);
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
    db.sql("INSERT INTO garage_vehicle (user_id, vehicle_id, parked_at) VALUES (?, ?, ?)")
        .params(user, vehicleId, clock.millis())
        .update();
    return ParkOutcome.PARKED;
  }

  /** Vehicles that are gone take no places. */
  private void removeDeleted(byte[] user) {
    db.sql(
            """
            DELETE FROM garage_vehicle WHERE user_id = ?
              AND NOT EXISTS (SELECT 1 FROM vehicle v WHERE v.vehicle_id = garage_vehicle.vehicle_id)
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
