package dev.storefront.fitment.vehicle;

import dev.storefront.common.metrics.UseCase;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes vehicles. The offset of one that is gone stays empty for ever: what SKUs still have there
 * can be asked for by nobody, and who comes back under the same id gets a new offset. Other
 * instances forget it within about a second, and before they write.
 */
@Component
class VehicleDeletion {

  private static final Logger log = LoggerFactory.getLogger(VehicleDeletion.class);

  private final JdbcClient db;
  private final TransactionTemplate transaction;
  private final VehicleOffsets offsets;
  private final Clock clock;

  VehicleDeletion(
      JdbcClient db, TransactionTemplate transaction, VehicleOffsets offsets, Clock clock) {
    this.db = db;
    this.transaction = transaction;
    this.offsets = offsets;
    this.clock = clock;
  }

  /**
   * Deletes a vehicle.
   *
   * @return false if there is none with this id
   */
  @UseCase("delete-vehicle")
  boolean delete(int vehicleId) {
    Optional<Integer> deleted = transaction.execute(status -> deleteLocked(vehicleId));
    deleted.ifPresent(offset -> offsets.forget(vehicleId, offset));
    return deleted.isPresent();
  }

  private Optional<Integer> deleteLocked(int vehicleId) {
    // An import that knows the vehicle must not write it again under its old offset.
    db.sql("SELECT last_offset FROM vehicle_offset_counter WHERE id = 1 FOR UPDATE")
        .query(Integer.class)
        .single();
    Optional<Integer> offset =
        db.sql("SELECT vehicle_offset FROM vehicle WHERE vehicle_id = ?")
            .param(vehicleId)
            .query(Integer.class)
            .optional();
    if (offset.isPresent()) {
      db.sql("DELETE FROM vehicle WHERE vehicle_id = ?").param(vehicleId).update();
      db.sql(
              "INSERT INTO vehicle_deletion (vehicle_offset, vehicle_id, deleted_at)"
                  + " VALUES (?, ?, ?)")
          .params(offset.get(), vehicleId, clock.millis())
          .update();
    }
    return offset;
  }

  /** So that checks do not go on with what other instances deleted. */
  @Scheduled(fixedDelay = 1_000)
  void forgetDeleted() {
    try {
      offsets.forgetDeleted();
    } catch (DataAccessException | TransactionException e) {
      log.warn("Deleted vehicles may show until MySQL answers: {}", e.toString());
    }
  }
}
