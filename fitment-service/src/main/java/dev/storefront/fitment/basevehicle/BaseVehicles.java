package dev.storefront.fitment.basevehicle;

import io.micrometer.core.annotation.Timed;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Which vehicles each base vehicle is: a make, model and year there, each trim of it here. */
@Repository
public class BaseVehicles {

  private final JdbcClient db;
  private final JdbcTemplate batches;

  BaseVehicles(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  /** The vehicles' ids, in their order; none if the base vehicle is not known. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "find-base-vehicle"})
  public List<Integer> vehicleIds(int baseVehicleId) {
    return db.sql(
            "SELECT vehicle_id FROM base_vehicle WHERE base_vehicle_id = ? ORDER BY vehicle_id")
        .param(baseVehicleId)
        .query(Integer.class)
        .list();
  }

  @Transactional
  void replace(int baseVehicleId, int[] vehicleIds) {
    delete(baseVehicleId);
    add(
        Arrays.stream(vehicleIds)
            .mapToObj(vehicleId -> new Membership(baseVehicleId, vehicleId))
            .toList());
  }

  void add(List<Membership> some) {
    batches.batchUpdate(
        "INSERT INTO base_vehicle (base_vehicle_id, vehicle_id) VALUES (?, ?)"
            + " ON DUPLICATE KEY UPDATE vehicle_id = VALUES(vehicle_id)",
        some.stream()
            // In one order always, so that two of these never wait for each other's locks.
            .sorted(
                Comparator.comparingInt(Membership::baseVehicleId)
                    .thenComparingInt(Membership::vehicleId))
            .map(m -> new Object[] {m.baseVehicleId(), m.vehicleId()})
            .toList());
  }

  void delete(int baseVehicleId) {
    db.sql("DELETE FROM base_vehicle WHERE base_vehicle_id = ?").param(baseVehicleId).update();
  }

  /** A vehicle is one of those that a base vehicle is. */
  record Membership(int baseVehicleId, int vehicleId) {}
}
