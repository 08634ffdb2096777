package dev.storefront.fitment.basevehicle;

import dev.storefront.common.database.RetriedWhenLocked;
import dev.storefront.common.metrics.UseCase;
import java.util.Comparator;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Which vehicles each base vehicle is: a make, model and year there, each trim of it here. */
@Repository
@RetriedWhenLocked
public class BaseVehicles {

  private final JdbcClient db;
  private final JdbcTemplate batches;

  BaseVehicles(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  /**
   * Those of its vehicles that there still are, in the order of their ids; none if the base vehicle
   * is not known.
   */
  @UseCase("find-base-vehicle")
  public List<Membership> members(int baseVehicleId) {
    return db.sql(
            """
            SELECT b.vehicle_id, b.vehicle_offset FROM base_vehicle b JOIN vehicle v
              ON v.vehicle_id = b.vehicle_id AND v.vehicle_offset = b.vehicle_offset
            WHERE b.base_vehicle_id = ? ORDER BY b.vehicle_id\
            """)
        .param(baseVehicleId)
        .query((row, number) -> new Membership(baseVehicleId, row.getInt(1), row.getInt(2)))
        .list();
  }

  /**
   * A base vehicle is these vehicles from now on. Of two calls at once it is what one of them says,
   * never both: where there is nothing to lock, each locks the gap in which the other would insert,
   * so that one loses a deadlock and begins anew.
   */
  @Transactional(isolation = Isolation.REPEATABLE_READ)
  void replace(int baseVehicleId, List<Membership> all) {
    delete(baseVehicleId);
    add(all);
  }

  void add(List<Membership> some) {
    batches.batchUpdate(
        "INSERT INTO base_vehicle (base_vehicle_id, vehicle_id, vehicle_offset) VALUES (?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE vehicle_offset = VALUES(vehicle_offset)",
        some.stream()
            // In one order always, so that two of these never wait for each other's locks.
            .sorted(
                Comparator.comparingInt(Membership::baseVehicleId)
                    .thenComparingInt(Membership::vehicleId))
            .map(m -> new Object[] {m.baseVehicleId(), m.vehicleId(), m.vehicleOffset()})
            .toList());
  }

  void delete(int baseVehicleId) {
    db.sql("DELETE FROM base_vehicle WHERE base_vehicle_id = ?").param(baseVehicleId).update();
  }

  /**
   * A vehicle is one of those that a base vehicle is.
   *
   * @param vehicleOffset tells it from others that have its id before or after it
   */
  public record Membership(int baseVehicleId, int vehicleId, int vehicleOffset) {}
}
