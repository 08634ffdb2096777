package dev.storefront.fitment.vehicle;

import dev.storefront.common.database.RetriedWhenLocked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives new vehicles their offsets: the next ones, one import at a time, and never one twice. Short
 * transactions under the counter's row lock, so that other imports and time-outs are not in the way
 * of a long file; one that breaks off is continued by importing the file again.
 */
@Component
@RetriedWhenLocked
class OffsetAssignment {

  private static final int CHUNK = 2_000;

  private final StagedVehicles staged;
  private final Vehicles vehicles;
  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final TransactionTemplate transaction;

  OffsetAssignment(
      StagedVehicles staged,
      Vehicles vehicles,
      JdbcClient db,
      JdbcTemplate batches,
      TransactionTemplate transaction) {
    this.staged = staged;
    this.vehicles = vehicles;
    this.db = db;
    this.batches = batches;
    this.transaction = transaction;
  }

  /** Takes over some of what is staged of an import; again until it has taken all. */
  Taken assignSome(long importId) {
    return Objects.requireNonNull(transaction.execute(status -> assignChunk(importId)));
  }

  /**
   * What was taken over.
   *
   * @param imported how many vehicles were new
   * @param all nothing is left
   */
  record Taken(long imported, boolean all) {}

  private Taken assignChunk(long importId) {
    int lastOffset =
        db.sql("SELECT last_offset FROM vehicle_offset_counter WHERE id = 1 FOR UPDATE")
            .query(Integer.class)
            .single();
    List<VehicleLine> lines = staged.first(importId, CHUNK);
    if (lines.isEmpty()) {
      return new Taken(0, true);
    }
    List<Integer> ids = lines.stream().map(VehicleLine::vehicleId).toList();
    Map<Integer, Integer> known = vehicles.offsetsOf(ids);
    int next = lastOffset;
    List<Object[]> rows = new ArrayList<>(lines.size());
    for (VehicleLine line : lines) {
      Integer offset = known.get(line.vehicleId());
      rows.add(row(line, offset == null ? ++next : offset));
    }
    save(rows, next);
    staged.remove(importId, ids);
    return new Taken(next - lastOffset, lines.size() < CHUNK);
  }

  private void save(List<Object[]> rows, int lastOffset) {
    batches.batchUpdate(
        """
        INSERT INTO vehicle (vehicle_id, vehicle_offset, make, model, model_year, trim_name)
        VALUES (?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE make = VALUES(make), model = VALUES(model),
          model_year = VALUES(model_year), trim_name = VALUES(trim_name)\
        """,
        rows);
    db.sql("UPDATE vehicle_offset_counter SET last_offset = ? WHERE id = 1")
        .param(lastOffset)
        .update();
  }

  private static Object[] row(VehicleLine line, int offset) {
    return new Object[] {
      line.vehicleId(), offset, line.make(), line.model(), line.year(), line.trim()
    };
  }
}
